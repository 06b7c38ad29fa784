/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/time.h"

#include <stddef.h>
#include <string.h>

bool dt_time_unit(const char *text, uint64_t *ret)
{
	static const struct {
		const char *name;
		uint64_t ns;
	} units[] = {
	    {"hz", 0},
	    {"ns", 1},
	    {"nsec", 1},
	    {"us", 1000},
	    {"usec", 1000},
	    {"ms", 1000000},
	    {"msec", 1000000},
	    {"s", 1000000000},
	    {"sec", 1000000000},
	    {"m", 60000000000},
	    {"min", 60000000000},
	    {"h", 3600000000000},
	    {"hour", 3600000000000},
	    {"d", 86400000000000},
	    {"day", 86400000000000},
	};

	for (size_t i = 0; i < sizeof(units) / sizeof(*units); i++) {
		if (strcmp(units[i].name, text) != 0)
			continue;
		*ret = units[i].ns;
		return true;
	}
	return false;
}

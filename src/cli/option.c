/* SPDX-License-Identifier: BSD-2-Clause */
#include "cli/option.h"

#include <assert.h>

int64_t dt_option(const struct dtrace *d, const char *name)
{
	int64_t value = 0;
	bool exists = dtrace_getopt(d, name, &value);

	assert(exists);
	return exists ? value : 0;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * /sys/devices/system/cpu/online and its like: numbers and ranges, separated by commas. Where
 * /sys is not mounted, the C library's count stands for all of them.
 */
#include "base/host/cpus.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { MOST_CPUS = 65536 }; // more than a kernel can be built for

void dt_cpus_deinit(struct dt_cpus *c)
{
	dt_vec_deinit(&c->v);
}

void dt_cpus_parse(struct dt_cpus *ret, const char *list)
{
	for (const char *at = list;; at++) {
		char *end;
		unsigned long first = strtoul(at, &end, 10), last = first;

		if (end == at)
			return;
		at = end;
		if (*at == '-')
			last = strtoul(at + 1, &end, 10);
		at = end;
		for (; first <= last && first < MOST_CPUS; first++)
			dt_vec_push(&ret->v, (unsigned)first);
		if (*at != ',')
			return;
	}
}

void dt_cpus_read(struct dt_cpus *ret, const char *which)
{
	dt_cleanup(dt_free_p) char *path = dt_asprintf("/sys/devices/system/cpu/%s", which);
	dt_cleanup(dt_free_p) char *line = NULL;
	FILE *f = fopen(path, "re");
	size_t size = 0;

	if (f && getline(&line, &size, f) > 0)
		dt_cpus_parse(ret, line);
	if (f)
		fclose(f);
	for (long cpu = 0, n = ret->v.len ? 0 : sysconf(_SC_NPROCESSORS_CONF); cpu < n; cpu++)
		dt_vec_push(&ret->v, (unsigned)cpu);
}

unsigned dt_cpus_end(const char *which)
{
	struct dt_cpus cpus = {0};
	unsigned end;

	dt_cpus_read(&cpus, which);
	end = dt_vec_last(&cpus.v) + 1;
	dt_cpus_deinit(&cpus);
	return end;
}

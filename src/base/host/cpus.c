/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads /sys/devices/system/cpu/online and the like: numbers and ranges, separated by commas. If
 * /sys is not mounted, the list has all CPUs up to the C library's count.
 */
#include "base/host/cpus.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_CPUS = 65536 }; // more than any kernel supports

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

/** Returns the index of a CPU in the list, or the index at which it would be inserted. */
static size_t cpu_index(const struct dt_cpus *c, unsigned cpu)
{
	size_t i = 0;

	while (i < c->v.len && c->v.data[i] < cpu)
		i++;
	return i;
}

static bool is_at(const struct dt_cpus *c, size_t index, unsigned cpu)
{
	return index < c->v.len && c->v.data[index] == cpu;
}

bool dt_cpus_add(struct dt_cpus *c, unsigned cpu)
{
	size_t index = cpu_index(c, cpu);

	if (is_at(c, index, cpu))
		return false;
	dt_vec_push(&c->v, cpu);
	memmove(&c->v.data[index + 1], &c->v.data[index],
		(c->v.len - 1 - index) * sizeof(*c->v.data));
	c->v.data[index] = cpu;
	return true;
}

bool dt_cpus_remove(struct dt_cpus *c, unsigned cpu)
{
	size_t index = cpu_index(c, cpu);

	if (!is_at(c, index, cpu))
		return false;
	c->v.len--;
	memmove(&c->v.data[index], &c->v.data[index + 1], (c->v.len - index) * sizeof(*c->v.data));
	return true;
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

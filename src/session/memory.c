/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Memory: rings that fit into what the machine has, and what -v says of the maps.
 *
 * The size of a ring is a constant of the generated code, so it is decided before anything is
 * lowered. Small rings are not worth a look at the machine.
 */
#include "session/session.h"

#include <stdio.h>
#include <string.h>

enum {
	SMALL = 64 << 20,   // bytes of all rings that are never looked at
	PART = 2,	    // rings take at most one part in so many of what is available
	MIN_BUFSIZE = 4096, // as the option's
	HASH_OVERHEAD = 64, // bytes that the kernel adds to an element of a hash
};

/** Bytes that the kernel says can be had without swapping; UINT64_MAX: it does not say. */
static uint64_t available(void)
{
	FILE *file = fopen("/proc/meminfo", "re");
	unsigned long long kb;
	uint64_t bytes = UINT64_MAX;
	char line[128];

	while (file && fgets(line, sizeof(line), file))
		if (sscanf(line, "MemAvailable: %llu kB", &kb) == 1)
			bytes = kb << 10;
	if (file)
		fclose(file);
	return bytes;
}

static void format_size(uint64_t size, char *text, size_t cap)
{
	static const char units[] = {'g', 'm', 'k'};

	for (int i = 0; i < 3; i++) {
		uint64_t unit = 1ULL << (30 - 10 * i);

		if (size >= unit && size % unit == 0) {
			snprintf(text, cap, "%llu%c", (unsigned long long)(size / unit), units[i]);
			return;
		}
	}
	snprintf(text, cap, "%llu", (unsigned long long)size);
}

struct dt_error *dt_session_fit_buffers(struct dtrace *d)
{
	int64_t *bufsize = &d->options.v[DT_OPT_bufsize], wanted = *bufsize;
	uint64_t cpus = dt_online_cpus(), limit;
	char text[32];

	if (cpus * (uint64_t)wanted <= SMALL)
		return NULL;
	limit = available() / PART;
	while (cpus * (uint64_t)*bufsize > limit && *bufsize / 2 >= MIN_BUFSIZE)
		*bufsize /= 2;
	if (*bufsize == wanted)
		return NULL;
	if (d->options.v[DT_OPT_bufresize] == DT_BUFRESIZE_MANUAL) {
		*bufsize = wanted;
		return dt_error_new(DT_ERR_USAGE,
				    "could not enable tracing: Enabling exceeds size of buffer: "
				    "%llu CPUs with %lld bytes each, %llu bytes are available",
				    (unsigned long long)cpus, (long long)wanted,
				    (unsigned long long)limit);
	}
	format_size((uint64_t)*bufsize, text, sizeof(text));
	dt_session_message(d, "buffer size lowered to %s", text);
	return NULL;
}

/** Most bytes that a map takes. */
static uint64_t map_size(const struct dtrace *d, const struct dt_map_desc *m)
{
	uint64_t cpus = m->online_only ? d->maps.n_online : d->maps.n_cpus;
	uint64_t n = m->elems_per_cpu ? m->elems_per_cpu * cpus : m->max_entries;
	bool hash = m->type == BPF_MAP_TYPE_HASH || m->type == BPF_MAP_TYPE_PERCPU_HASH;
	uint64_t values = m->type == BPF_MAP_TYPE_PERCPU_HASH ? d->maps.n_cpus : 1;

	if (m->type == BPF_MAP_TYPE_RINGBUF)
		return m->max_entries;
	return n * (m->value_size * values + (hash ? m->key_size + HASH_OVERHEAD : 0));
}

void dtrace_report_memory(struct dtrace *d)
{
	uint64_t rings = 0, fixed = 0, most = 0;

	for (size_t i = 0; i < d->desc->n_maps; i++) {
		const struct dt_map_desc *m = &d->desc->maps[i];

		if (i == DT_MAP_RINGS)
			rings += map_size(d, m);
		else if (m->flags & BPF_F_NO_PREALLOC)
			most += map_size(d, m);
		else
			fixed += map_size(d, m);
	}
	dt_session_message(d,
			   "memory: %llu KB for the buffers of %u CPUs, %llu KB for state, at most "
			   "%llu KB for aggregations",
			   (unsigned long long)(rings >> 10), d->maps.n_online,
			   (unsigned long long)((fixed + 1023) >> 10),
			   (unsigned long long)((most + 1023) >> 10));
}

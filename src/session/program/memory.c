/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Fits the sizes of buffers and maps to the machine's memory, and reports their sizes for -v.
 *
 * The size of a ring is a constant in the generated code, so it is decided before lowering. When
 * all maps are known, their sizes are halved until they fit. If all sizes are small, the function
 * does not read the available memory.
 */
#include "session/compile/compile.h"
#include "session/program/program.h"

#include "base/host/cpus.h"

#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

enum {
	SMALL = 64 << 20,   // bytes that always fit
	PART = 2,	    // a kind may take at most 1/PART of the available memory
	MIN_BUFSIZE = 4096, // the minimum of the option
	HASH_OVERHEAD = 64, // bytes that the kernel adds to a hash element
};

/** Returns the bytes available without swapping, or UINT64_MAX if the kernel does not report them.
 */
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

/** Returns the bytes that may be used, also limited by ulimit -v. */
static uint64_t usable(void)
{
	uint64_t bytes = available();
	struct rlimit as;

	if (!getrlimit(RLIMIT_AS, &as) && as.rlim_cur != RLIM_INFINITY && as.rlim_cur < bytes)
		bytes = as.rlim_cur;
	return bytes / PART;
}

/** Reports that `what` of size `wanted` was lowered to `size`. With bufresize=manual, returns an
 * error. */
static struct dt_error *report_lowered(struct dtrace *d, const char *what, uint64_t wanted,
				       uint64_t size)
{
	char text[32];

	if (d->options.v[DT_OPT_bufresize] == DT_BUFRESIZE_MANUAL) {
		format_size(wanted, text, sizeof(text));
		return dt_error_new(
		    DT_ERR_USAGE,
		    "could not enable tracing: Enabling exceeds size of buffer: the %s size of %s "
		    "needs more memory than is available",
		    what, text);
	}
	format_size(size, text, sizeof(text));
	if (!d->options.v[DT_OPT_quietresize])
		dt_session_message(d, "%s size lowered to %s", what, text);
	return NULL;
}

/** Halves a size, which is needed `n` times, until all fit. */
static struct dt_error *fit_option(struct dtrace *d, enum dt_option option, const char *what,
				   uint64_t n)
{
	int64_t *size = &d->options.v[option], wanted = *size;
	uint64_t limit;

	if (n * (uint64_t)wanted <= SMALL)
		return NULL;
	limit = usable();
	while (n * (uint64_t)*size > limit && *size / 2 >= MIN_BUFSIZE)
		*size /= 2;
	return *size == wanted ? NULL : report_lowered(d, what, (uint64_t)wanted, (uint64_t)*size);
}

struct dt_error *dt_session_fit_buffers(struct dtrace *d)
{
	// A claimed program already has its buffers and maps.
	if (d->script->claimed)
		return NULL;
	DT_TRY(fit_option(d, DT_OPT_bufsize, "buffer", dt_cpus_end("present")));
	DT_TRY(fit_option(d, DT_OPT_unwindsize, "unwinding", 1));
	return fit_option(d, DT_OPT_specsize, "speculation", (uint64_t)d->options.v[DT_OPT_nspec]);
}

/** Returns the maximum size of a map in bytes. */
static uint64_t map_size(const struct dtrace *d, const struct dt_map_desc *m)
{
	uint64_t cpus =
	    m->present_only ? d->loaded->maps.store.n_present : d->loaded->maps.store.n_cpus;
	uint64_t n = m->elems_per_cpu ? m->elems_per_cpu * cpus : m->max_entries;

	if (m->kind == DT_MAPK_WAKE)
		return m->max_entries;
	return n * (m->value_size + (m->kind == DT_MAPK_HASH ? m->key_size + HASH_OVERHEAD : 0));
}

/** Reports whether the map belongs to aggregations or, if !aggregations, to arrays. Arrays are
 * allocated at once; aggregations grow with their keys. */
static bool is_of(const struct dt_map_desc *m, bool aggregations)
{
	return m->kind == DT_MAPK_HASH && m->is_lazy == aggregations;
}

static uint64_t size_of_maps(const struct dtrace *d, bool aggregations)
{
	uint64_t size = 0;

	for (size_t i = 0; i < d->programs->desc->n_maps; i++)
		if (is_of(&d->programs->desc->maps[i], aggregations))
			size += map_size(d, &d->programs->desc->maps[i]);
	return size;
}

/** Halves the maps of associative arrays or of aggregations until they fit. */
static struct dt_error *fit_maps(struct dtrace *d, enum dt_option option, const char *what,
				 bool aggregations)
{
	uint64_t limit, wanted = (uint64_t)d->options.v[option], size = wanted;

	if (size_of_maps(d, aggregations) <= SMALL)
		return NULL;
	limit = usable();
	while (size_of_maps(d, aggregations) > limit && size / 2 >= MIN_BUFSIZE) {
		size /= 2;
		for (size_t i = 0; i < d->programs->desc->n_maps; i++)
			if (is_of(&d->programs->desc->maps[i], aggregations) &&
			    d->programs->desc->maps[i].max_entries > 1)
				d->programs->desc->maps[i].max_entries /= 2;
	}
	// By default, memory limits an aggregation; reporting that would be noise.
	if (size == wanted || (aggregations && !d->options.set[option]))
		return NULL;
	return report_lowered(d, what, wanted, size);
}

struct dt_error *dt_session_fit_maps(struct dtrace *d)
{
	if (d->script->claimed)
		return NULL;
	d->loaded->maps.store.n_cpus = dt_cpus_end("possible");
	d->loaded->maps.store.n_present = dt_cpus_end("present");
	DT_TRY(fit_maps(d, DT_OPT_dynvarsize, "dynamic variable", false));
	return fit_maps(d, DT_OPT_aggsize, "aggregation", true);
}

void dt_session_measure_memory(const struct dtrace *d, struct dtrace_statistics *ret)
{
	const struct dt_program_desc *desc = d->programs->desc;

	ret->n_cpus = d->loaded->maps.store.n_present;
	for (size_t i = 0; desc && i < desc->n_maps; i++) {
		uint64_t size = map_size(d, &desc->maps[i]);

		if (i == DT_MAP_RINGS)
			ret->buffer_bytes += size;
		else if (desc->maps[i].is_lazy)
			ret->max_aggregation_bytes += size;
		else
			ret->state_bytes += size;
	}
}

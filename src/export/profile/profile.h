/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * A profile: stacks with values, collected from aggregations whose key holds a stack. Each text,
 * mapping, function, location and stack is in a table once, as pprof and OTLP want it. Element 0 of
 * each table is the zero value, so that 0 is "none".
 */
#ifndef DT_EXPORT_PROFILE_PROFILE_H
#define DT_EXPORT_PROFILE_PROFILE_H

#include "base/map.h"
#include "base/str.h"
#include "base/vec.h"
#include "dtrace/dtrace.h"

struct dt_profile_mapping {
	uint64_t start, limit, offset;
	uint32_t file, build_id; // texts
	bool has_functions, has_lines;
};

struct dt_profile_function {
	uint32_t name, linked, source; // texts
};

/** A function at a location, and its line. */
struct dt_profile_line {
	uint32_t function;
	int line;
};

/** A part of another table. */
struct dt_profile_range {
	size_t first, n;
};

struct dt_profile_location {
	uint32_t mapping;
	uint64_t address;
	struct dt_profile_range lines; // inlined functions come before those that contain them
};

/** A part of a key that is no stack. */
struct dt_profile_label {
	uint32_t name, text; // texts
	int64_t number;
	bool is_number;
};

struct dt_profile_sample {
	uint32_t stack, type;
	int64_t value;
	struct dt_profile_range labels;
};

/** The meaning of values: "samples", "count". */
struct dt_profile_type {
	uint32_t name, unit; // texts
};

struct dt_profile {
	struct dt_map known; // numbers by contents
	dt_vec(char *) texts;
	dt_vec(struct dt_profile_mapping) mappings;
	dt_vec(struct dt_profile_function) functions;
	dt_vec(struct dt_profile_line) lines;
	dt_vec(struct dt_profile_location) locations;
	dt_vec(uint32_t) frames; // locations of stacks, the innermost first
	dt_vec(struct dt_profile_range) stacks;
	dt_vec(struct dt_profile_label) labels;
	dt_vec(struct dt_profile_sample) samples;
	dt_vec(struct dt_profile_type) types;
};

void dt_profile_init(struct dt_profile *p);
void dt_profile_deinit(struct dt_profile *p);

/** Reports whether the aggregation has a stack in its key and values that add up. */
bool dt_profile_takes(const struct dtrace_aggregation *a);
/**
 * Adds the rows of an aggregation of the session, if dt_profile_takes() it. `unit` is the unit of
 * sum(); NULL: "count". Unless `past` is NULL, adds only the growth since the last call with this
 * map, which is empty before the first one and freed by dt_profile_forget().
 */
void dt_profile_add(struct dt_profile *p, struct dtrace *d, const struct dtrace_aggregation *a,
		    const char *unit, struct dt_map *past);
void dt_profile_forget(struct dt_map *past);

/** pprof.c: Writes a profile in the format of pprof, gzipped. Times are ns, `time` since 1970. */
void dt_pprof_write(const struct dt_profile *p, uint64_t time, uint64_t duration,
		    struct dt_str *ret);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The names of each probe seen so far, and data derived from them for printing. For each part of a
 * name, the first probe with that part represents all probes with it. Thus aggregation keys with
 * different probes but the same output become one key.
 */
#ifndef DT_CONSUME_VALUE_NAMES_H
#define DT_CONSUME_VALUE_NAMES_H

#include "base/map.h"
#include "consume/consume.h"
#include "consume/value/symbols.h"

enum dt_flow { DT_FLOW_NONE, DT_FLOW_ENTRY, DT_FLOW_RETURN };

struct dt_probe_info {
	struct dt_probe_name name;
	const char *part[4];  // by enum dt_probe_part
	uint32_t same[4];     // the first probe seen with that part
	struct dt_str prefix; // the sink's text for the probe in each record
	enum dt_flow flow;    // by the probe's name
	bool is_syscall;
};

typedef void dt_names_prefix_fn(const struct dt_probe_info *info, struct dt_str *ret);

struct dt_names {
	const struct dt_consume_config *config;
	dt_names_prefix_fn *prefix;
	struct dt_map by_id;   // struct dt_probe_info
	struct dt_map same[4]; // by enum dt_probe_part: text → (id + 1) as a pointer
	const struct dt_probe_info *last;
	struct dt_symbols symbols; // names of addresses
};

/** Fails if dt_symbols_init() does. */
struct dt_error *dt_names_init(struct dt_names *n, const struct dt_consume_config *config,
			       dt_names_prefix_fn *prefix) dt_must_use;
void dt_names_deinit(struct dt_names *n);
/** Returns the probe's data, which live as long as `n`. Never fails. */
const struct dt_probe_info *dt_names_get(struct dt_names *n, uint32_t id);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * What the consumer remembers about each probe that it has met: its names, and what follows from
 * them for printing. Probes with an equal part of a name share a representative of it: keys of
 * aggregations that differ in the probe, but not in what is shown, become one.
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
	uint32_t same[4];     // the first probe met with that part
	struct dt_str prefix; // what the sink says of it in each record
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

/** Error: that of dt_symbols_init(). */
struct dt_error *dt_names_init(struct dt_names *n, const struct dt_consume_config *config,
			       dt_names_prefix_fn *prefix) dt_must_use;
void dt_names_deinit(struct dt_names *n);
/** Never fails; lives as long as `n`. */
const struct dt_probe_info *dt_names_get(struct dt_names *n, uint32_t id);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Aggregations that lines of -O json describe, added up by name.
 */
#ifndef DT_CLI_FLEET_TABLES_H
#define DT_CLI_FLEET_TABLES_H

#include "base/vec.h"
#include "cli/cli.h"
#include "cli/fleet/reader.h"

struct dt_tables {
	struct dtrace *d;
	bool by_host; // the host is the first key
	dt_vec(struct dtrace_aggregation *) v;
	size_t *room;		// words that entries may still take; NULL: any number
	dt_vec(int64_t) counts; // scratch
};

void dt_tables_deinit(struct dt_tables *t);
/** Adds the object of a line. On failure adds nothing and returns the reason as part of a sentence,
 * else NULL. `host` may be NULL without by_host. */
const char *dt_tables_add(struct dt_tables *t, const struct dt_json_value *object,
			  const char *host);
/** Prints all in the order of their first lines: as tables, or as lines of -O json. */
void dt_tables_print(const struct dt_tables *t, FILE *out, bool is_json);

#endif

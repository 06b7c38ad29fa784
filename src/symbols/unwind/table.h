/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * .eh_frame, compiled for unwinding where probes fire (abi/unwind.h): an address leads in few steps
 * to how the caller's frame is found.
 *
 * What a file can make us keep is bounded by the caller, by pages of its code, and by rules.
 */
#ifndef DT_SYMBOLS_UNWIND_TABLE_H
#define DT_SYMBOLS_UNWIND_TABLE_H

#include "abi/unwind.h"
#include "base/map.h"
#include "symbols/unwind/eh_frame.h"

/** Rules, each once, by number; those of all files together. A zeroed struct has none. */
struct dt_unwind_rules {
	struct dt_map numbers;
	dt_vec(struct dt_unwind_rule) v; // [0] knows nothing
};

void dt_unwind_rules_deinit(struct dt_unwind_rules *r);

struct dt_unwind_table {
	uint64_t base; // number of the first page
	dt_vec(struct dt_unwind_page) pages;
	dt_vec(dt_unwind_row) rows;
};

/** Of the functions at `f`, with at most so many rows: what is beyond is not known. */
void dt_unwind_table_build(struct dt_unwind_table *t, const struct dt_eh_frame *f,
			   struct dt_unwind_rules *rules, size_t max_rows);
void dt_unwind_table_deinit(struct dt_unwind_table *t);
/** The number of the rule at an address, as programs look it up; 0: nothing is known. */
unsigned dt_unwind_table_find(const struct dt_unwind_table *t, uint64_t addr);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * .eh_frame, compiled for unwinding where probes fire (abi/unwind.h): an address leads in few steps
 * to how the caller's frame is found.
 *
 * What a file can make us keep is bounded by the caller, by pages of its code, and by rules; what
 * it can make us do, by the bytes of its instructions, however often a CIE's are executed.
 */
#ifndef DT_SYMBOLS_UNWIND_TABLE_H
#define DT_SYMBOLS_UNWIND_TABLE_H

#include "abi/unwind.h"
#include "base/map.h"
#include "symbols/unwind/eh_frame.h"

/**
 * Rules, each once, by number; those of all files together, as long as a table has them. A zeroed
 * struct has none.
 */
struct dt_unwind_rules {
	struct dt_map numbers;
	dt_vec(struct dt_unwind_rule) v; // [0] knows nothing
	dt_vec(dt_u32) users;		 // of each: tables
	dt_vec(dt_u32) free;		 // numbers of none
};

/** What one file may have. The largest compilers have 600. */
enum { DT_UNWIND_FILE_RULES = 1024 };

void dt_unwind_rules_deinit(struct dt_unwind_rules *r);
/** How many may still be added. */
size_t dt_unwind_rules_left(const struct dt_unwind_rules *r);
/** A table with these rules is no more. */
void dt_unwind_rules_drop(struct dt_unwind_rules *r, const dt_u32 *numbers, size_t n);

struct dt_unwind_table {
	uint64_t base; // number of the first page
	dt_vec(struct dt_unwind_page) pages;
	dt_vec(dt_unwind_row) rows;
	dt_vec(dt_u32) rules; // numbers of those in it; it counts among their users
};

/** Of the functions at `f`, with at most so many rows: what is beyond is not known. Who frees the
 *  table, or keeps its rules alone, drops them when they are not needed any more. */
void dt_unwind_table_build(struct dt_unwind_table *t, const struct dt_eh_frame *f,
			   struct dt_unwind_rules *rules, size_t max_rows);
void dt_unwind_table_deinit(struct dt_unwind_table *t);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Compiles .eh_frame for unwinding in probes (abi/unwind.h): finding the rule of an address takes
 * few steps.
 *
 * Three bounds limit the memory for a file: the caller's number of rows, the pages of its code, and
 * the number of its rules. The bytes of executed instructions limit the work; a CIE's bytes count
 * each time that they are executed.
 */
#ifndef DT_SYMBOLS_UNWIND_TABLE_H
#define DT_SYMBOLS_UNWIND_TABLE_H

#include "abi/unwind.h"
#include "base/map.h"
#include "symbols/unwind/eh_frame.h"

/**
 * The rules of all files by number, each only once, as long as a table uses them. A zeroed struct
 * is empty.
 */
struct dt_unwind_rules {
	struct dt_map numbers;
	dt_vec(struct dt_unwind_rule) v; // [0] is the unknown rule
	dt_vec(dt_u32) users;		 // for each rule: its number of tables
	dt_vec(dt_u32) free;		 // unused numbers
};

/** Maximum for a file. The largest compilers have 600. */
enum { DT_UNWIND_FILE_RULES = 1024 };

void dt_unwind_rules_deinit(struct dt_unwind_rules *r);
/** Returns the number of rules that may still be added. */
size_t dt_unwind_rules_left(const struct dt_unwind_rules *r);
/** Releases the rules of a table that is no longer used. */
void dt_unwind_rules_drop(struct dt_unwind_rules *r, const dt_u32 *numbers, size_t n);

struct dt_unwind_table {
	uint64_t base; // number of the first page
	dt_vec(struct dt_unwind_page) pages;
	dt_vec(dt_unwind_row) rows;
	dt_vec(dt_u32) rules; // numbers of the rules that it uses
};

/** Builds the table of the functions of `f`, with at most `max_rows` rows; addresses beyond are
 *  unknown. The caller drops the rules when they are no longer needed, even if it frees the table
 *  earlier. */
void dt_unwind_table_build(struct dt_unwind_table *t, const struct dt_eh_frame *f,
			   struct dt_unwind_rules *rules, size_t max_rows);
void dt_unwind_table_deinit(struct dt_unwind_table *t);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Fuzzes the tables for unwinding: any bytes as sections of frames, of 64-bit and 32-bit programs.
 * The table must keep its bounds. The test looks up every function in it.
 */
#include "../unit/unwind_find.h"

#include <assert.h>
#include <string.h>

enum { ROWS_MAX = 1 << 16 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void build_table(const uint8_t *data, size_t size, size_t debug_at, bool is_32bit)
{
	uint8_t *copy = dt_malloc(size + 1);
	struct dt_unwind_rules rules = {0};
	struct dt_unwind_table table;
	struct dt_eh_frame frames;

	memcpy(copy, data, size);
	dt_eh_frame_parse(&frames, copy, size, debug_at, 0x1000, is_32bit);
	dt_unwind_table_build(&table, &frames, &rules, ROWS_MAX);
	assert(table.rows.len <= ROWS_MAX && table.pages.len <= DT_UNWIND_FILE_PAGES);
	assert(rules.v.len <= DT_UNWIND_RULES && table.rules.len <= DT_UNWIND_FILE_RULES);
	dt_vec_foreach (&table.pages, p)
		assert(p->n <= DT_UNWIND_PAGE_ROWS && p->first + p->n <= table.rows.len);
	dt_vec_foreach (&frames.functions, fn) {
		unsigned first = unwind_table_find(&table, fn->addr);
		unsigned last = unwind_table_find(&table, fn->addr + fn->size - 1);

		assert(!first || (first < rules.v.len && last < rules.v.len));
	}
	dt_unwind_rules_drop(&rules, table.rules.data, table.rules.len);
	assert(dt_unwind_rules_left(&rules) == DT_UNWIND_RULES - 1);
	dt_unwind_table_deinit(&table);
	dt_unwind_rules_deinit(&rules);
	dt_eh_frame_deinit(&frames);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	build_table(data, size, size, false);
	build_table(data, size, size, true);
	build_table(data, size, 0, false);
	build_table(data, size, size / 2, true);
	return 0;
}

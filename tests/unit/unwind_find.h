/* SPDX-License-Identifier: BSD-2-Clause */
/** Looks up an address in an unwind table, as runtime/user/unwind.bpf.c does. */
#ifndef UNWIND_FIND_H
#define UNWIND_FIND_H

#include "symbols/unwind/table.h"

enum { UNWIND_PAGE = 1 << DT_UNWIND_PAGE_BITS };

/** Returns the number of the rule at an address, or 0 if there is none. */
static inline unsigned unwind_table_find(const struct dt_unwind_table *t, uint64_t addr)
{
	uint64_t page = addr / UNWIND_PAGE - t->base;
	const dt_unwind_row *rows;
	size_t low = 0, high;

	if (page >= t->pages.len)
		return 0;
	rows = t->rows.data + t->pages.data[page].first;
	high = t->pages.data[page].n;
	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (rows[mid] % UNWIND_PAGE <= addr % UNWIND_PAGE)
			low = mid + 1;
		else
			high = mid;
	}
	return low ? rows[low - 1] >> DT_UNWIND_PAGE_BITS : 0;
}

#endif

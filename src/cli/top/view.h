/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The rows of the shown aggregation, from copies of it: the program's values never change. "Clear
 * the view" keeps a copy, which later ones are compared with.
 */
#ifndef DT_CLI_TOP_VIEW_H
#define DT_CLI_TOP_VIEW_H

#include "dtrace/dtrace.h"

enum dt_column {
	DT_COLUMN_VALUE, // the number; of a histogram the number of values
	DT_COLUMN_RATE,	 // added since the last copy, by second; values are counted, sum() is added
			 // up
	DT_COLUMN_P50,
	DT_COLUMN_P99,
	DT_COLUMN_KEY,
	DT_COLUMNS
};

struct dt_view_row {
	size_t row; // of the copies
	long double numbers[DT_COLUMN_KEY];
	bool has[DT_COLUMN_KEY];
	char *key; // for display; NULL: not yet made
};

/** An aggregation. NULL: no copy. */
struct dt_page {
	const char *name;
	struct dtrace_aggregation *now, *base;
};

struct dt_view {
	struct dtrace *d;
	struct dt_page *pages;
	size_t n_pages, page;		  // the shown one
	struct dtrace_aggregation *since; // what was added since the view was cleared; or NULL
	// Either that or the page's `now`. Borrowed.
	struct dtrace_aggregation *shown;
	struct dtrace_aggregation_info info; // of `shown`
	struct dt_view_row *rows;	     // sorted; those that the filter lets pass
	size_t n_rows, n_all;
	enum dt_column sort;
	bool ascending;
	char filter[64];
};

/** Initialises the view. `pages` is empty if the program has no aggregations. */
void dt_view_init(struct dt_view *v, struct dtrace *d);
void dt_view_deinit(struct dt_view *v);

/** Copies the shown aggregation. */
struct dtrace_error *dt_view_read(struct dt_view *v);
/** Makes the rows anew after a change of filter or order. */
void dt_view_arrange(struct dt_view *v);
/** Shows only what is added from now on; a second time shows everything again. */
struct dtrace_error *dt_view_clear(struct dt_view *v);
/** Reports whether the page has the column. */
bool dt_view_has(const struct dt_view *v, enum dt_column column);
/** Returns the row's key: its parts with two blanks between, of stacks the innermost frame. Nothing
 *  in it controls the terminal. */
const char *dt_view_key(struct dt_view *v, struct dt_view_row *row);

#endif

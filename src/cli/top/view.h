/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The rows of the shown aggregation. They come from copies, so the program's values never change.
 * Clearing the view keeps a copy; the rows then show the differences from it.
 */
#ifndef DT_CLI_TOP_VIEW_H
#define DT_CLI_TOP_VIEW_H

#include "dtrace/dtrace.h"

enum dt_column {
	DT_COLUMN_VALUE, // the number; of a histogram the number of values
	DT_COLUMN_RATE,	 // per second since the last copy: the sum of sum(), else the number of
			 // values
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
	struct dtrace_aggregation *since; // values since the view was cleared; or NULL
	// `since` or the page's `now`.
	struct dtrace_aggregation *shown;
	struct dtrace_aggregation_info info; // of `shown`
	struct dt_view_row *rows;	     // sorted; those that pass the filter
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
/** Filters and sorts the rows again. */
void dt_view_arrange(struct dt_view *v);
/** Shows only values from now on. A second call shows all values again. */
struct dtrace_error *dt_view_clear(struct dt_view *v);
/** Reports whether the page has the column. */
bool dt_view_has(const struct dt_view *v, enum dt_column column);
/** Returns the row's key: its parts, separated by two blanks; of a stack, the innermost frame. The
 *  text contains no control characters. */
const char *dt_view_key(struct dt_view *v, struct dt_view_row *row);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
#include "cli/top/view.h"

#include "base/mem.h"
#include "cli/top/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void dt_view_init(struct dt_view *v, struct dtrace *d)
{
	*v = (struct dt_view){.d = d};
	for (const char *name; (name = dtrace_aggregation_name(d, v->n_pages));) {
		v->pages = dt_realloc(v->pages, (v->n_pages + 1) * sizeof(*v->pages));
		v->pages[v->n_pages++] = (struct dt_page){.name = name};
	}
}

static void free_rows(struct dt_view *v)
{
	for (size_t i = 0; i < v->n_all; i++)
		free(v->rows[i].key);
	free(v->rows);
	v->rows = NULL;
	v->n_rows = v->n_all = 0;
}

/** Call before `shown` changes. */
static void free_shown(struct dt_view *v)
{
	dtrace_aggregation_free(v->since);
	v->since = NULL;
	v->shown = NULL;
}

void dt_view_deinit(struct dt_view *v)
{
	free_rows(v);
	free_shown(v);
	for (size_t i = 0; i < v->n_pages; i++) {
		dtrace_aggregation_free(v->pages[i].now);
		dtrace_aggregation_free(v->pages[i].base);
	}
	free(v->pages);
}

// ---- numbers

static bool is_function(const struct dt_view *v, const char *name)
{
	return v->info.function && !strcmp(v->info.function, name);
}

/** Reports whether the function keeps an extreme, so that two copies have no difference. */
static bool is_extreme(const struct dt_view *v)
{
	return is_function(v, "min") || is_function(v, "max");
}

bool dt_view_has(const struct dt_view *v, enum dt_column column)
{
	switch (column) {
	case DT_COLUMN_RATE:
		return !is_extreme(v);
	case DT_COLUMN_P50:
	case DT_COLUMN_P99:
		return dtrace_aggregation_buckets(v->shown) != 0;
	case DT_COLUMN_KEY:
		return dtrace_aggregation_keys(v->shown) != 0;
	default:
		return true;
	}
}

static struct dtrace_aggregation_value value_of(const struct dtrace_aggregation *a, size_t row)
{
	struct dtrace_aggregation_value value = {.size = sizeof(value)};

	dtrace_aggregation_value(a, row, &value);
	return value;
}

static void set(struct dt_view_row *r, enum dt_column column, long double number)
{
	r->numbers[column] = number;
	r->has[column] = true;
}

/** Fills in the numbers. `added` are the values since the last copy, `seconds` ago; or NULL. */
static void count_row(const struct dt_view *v, struct dt_view_row *r,
		      const struct dtrace_aggregation *added, long double seconds)
{
	struct dtrace_aggregation_value value = value_of(v->shown, r->row);
	bool is_histogram = dtrace_aggregation_buckets(v->shown) != 0;
	// normalize() divides the values of percentile(), but the counts of other histograms.
	bool divides_values = !is_histogram || is_function(v, "percentile");
	long double normal = (long double)v->info.normal, of_values = divides_values ? normal : 1;
	int64_t p;

	if (is_histogram)
		set(r, DT_COLUMN_VALUE,
		    truncl((long double)value.count / (divides_values ? 1 : normal)));
	else if (value.has_number)
		set(r, DT_COLUMN_VALUE, truncl((long double)value.number / normal));
	if (dtrace_aggregation_percentile(v->shown, r->row, 500000, &p))
		set(r, DT_COLUMN_P50, truncl((long double)p / of_values));
	if (dtrace_aggregation_percentile(v->shown, r->row, 990000, &p))
		set(r, DT_COLUMN_P99, truncl((long double)p / of_values));
	if (!added || seconds <= 0 || is_extreme(v))
		return;
	value = value_of(added, r->row);
	set(r, DT_COLUMN_RATE,
	    is_function(v, "sum") ? (long double)value.sum / normal / seconds
				  : (long double)(int64_t)value.count / seconds);
}

// ---- rows

/** Reports whether the row got values since the view was cleared. */
static bool is_new(const struct dt_view *v, size_t row)
{
	struct dtrace_aggregation_value value = value_of(v->shown, row);

	return is_extreme(v) || value.count || value.sum;
}

const char *dt_view_key(struct dt_view *v, struct dt_view_row *row)
{
	struct dt_str text = {0};

	for (size_t i = 0; !row->key && i < dtrace_aggregation_keys(v->shown); i++) {
		const char *part = dtrace_aggregation_key_text(v->shown, row->row, i);
		struct dtrace_field field = {.size = sizeof(field)};
		size_t len = strlen(part);

		dtrace_aggregation_key(v->shown, i, &field);
		if (field.kind == DTRACE_STACK)
			len = strcspn(part, "\n");
		if (i)
			dt_str_append(&text, "  ");
		dt_text_append_visible(&text, part, len);
	}
	if (!row->key)
		row->key = dt_str_take(&text);
	return row->key;
}

/** Reports whether a part of the key contains the filter; of stacks, any frame. */
static bool passes(const struct dt_view *v, size_t row)
{
	for (size_t i = 0; i < dtrace_aggregation_keys(v->shown); i++)
		if (strcasestr(dtrace_aggregation_key_text(v->shown, row, i), v->filter))
			return true;
	return !v->filter[0];
}

static int compare_rows(const void *pa, const void *pb, void *arg)
{
	const struct dt_view_row *a = pa, *b = pb;
	const struct dt_view *v = arg;
	enum dt_column c = v->sort;
	int order = 0;

	if (c == DT_COLUMN_KEY)
		order = strverscmp(a->key, b->key);
	else if (a->has[c] != b->has[c])
		order = a->has[c] ? 1 : -1;
	else if (a->has[c] && a->numbers[c] != b->numbers[c])
		order = a->numbers[c] < b->numbers[c] ? -1 : 1;
	if (!order) // the order of printa()
		order = a->row < b->row ? -1 : 1;
	return v->ascending ? order : -order;
}

/** Moves the rows that pass the filter to the front and sorts them. */
void dt_view_arrange(struct dt_view *v)
{
	v->n_rows = 0;
	for (size_t i = 0; i < v->n_all; i++) {
		struct dt_view_row row = v->rows[i];

		if (!passes(v, row.row))
			continue;
		v->rows[i] = v->rows[v->n_rows];
		v->rows[v->n_rows++] = row;
	}
	if (v->sort == DT_COLUMN_KEY)
		for (size_t i = 0; i < v->n_rows; i++)
			dt_view_key(v, &v->rows[i]);
	if (v->n_rows)
		qsort_r(v->rows, v->n_rows, sizeof(*v->rows), compare_rows, v);
}

/** Makes the rows of `shown`. `before` is the copy before `now`, or NULL. */
static struct dtrace_error *make_rows(struct dt_view *v, const struct dtrace_aggregation *before)
{
	const struct dt_page *page = &v->pages[v->page];
	struct dtrace_aggregation *added = before ? dtrace_aggregation_copy(page->now) : NULL;
	struct dtrace_aggregation_info old = {.size = sizeof(old)};
	struct dtrace_error *err = NULL;
	size_t n = dtrace_aggregation_rows(v->shown);

	if (before && dtrace_aggregation_info(before, &old))
		err = dtrace_aggregation_subtract(added, before);
	free_rows(v);
	v->rows = dt_malloc((n + 1) * sizeof(*v->rows));
	for (size_t i = 0; i < n && !err; i++) {
		struct dt_view_row row = {.row = i};

		if (page->base && !is_new(v, i))
			continue;
		count_row(v, &row, added, (long double)(v->info.time - old.time) / 1e9);
		v->rows[v->n_all++] = row;
	}
	dtrace_aggregation_free(added);
	dt_view_arrange(v);
	return err;
}

struct dtrace_error *dt_view_read(struct dt_view *v)
{
	struct dt_page *page = &v->pages[v->page];
	struct dtrace_aggregation *before = page->now;
	struct dtrace_error *err = dtrace_aggregation_read(v->d, page->name, false, &page->now);

	if (err)
		return err;
	free_shown(v);
	v->shown = page->now;
	if (page->base) {
		v->shown = v->since = dtrace_aggregation_copy(page->now);
		err = dtrace_aggregation_subtract(v->since, page->base);
	}
	v->info = (struct dtrace_aggregation_info){.size = sizeof(v->info)};
	dtrace_aggregation_info(page->now, &v->info);
	if (!err)
		err = make_rows(v, before);
	dtrace_aggregation_free(before);
	return err;
}

struct dtrace_error *dt_view_clear(struct dt_view *v)
{
	struct dt_page *page = &v->pages[v->page];
	bool was_cleared = page->base != NULL;

	dtrace_aggregation_free(page->base);
	page->base = was_cleared ? NULL : dtrace_aggregation_copy(page->now);
	return dt_view_read(v);
}

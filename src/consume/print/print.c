/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The default form of an aggregation has a line for each key: the parts of the key as trace()
 * prints them, then the value. A histogram follows its key as a table. Percentiles alone are one
 * table for all keys (draw.c).
 */
#include "consume/print/print.h"

enum {
	COLUMNS = 80,
	VALUE_COLUMNS = 17, // width of a value, with the blank before it
	KEY_GAP = 2,	    // blanks before a text
};

static void print_element(struct dt_out *o, const struct dt_options *options,
			  const struct dt_agg *g, const struct dt_agg_elem *e)
{
	int64_t numbers[DT_SUMMARY_NUMBERS];
	size_t n = dt_agg_numbers(g, e, numbers);

	if (!n)
		dt_histogram_print(o, &g->histogram, (const int64_t *)dt_agg_words(g, e),
				   dt_scale_of(options, g->normal));
	for (size_t i = 0; i < n; i++) {
		dt_out_char(o, ' ');
		dt_out_int(o, numbers[i], 16);
	}
}

static bool is_text(const struct dt_field *f)
{
	return f->kind == DT_FIELD_STRING || f->kind == DT_FIELD_PROBE ||
	       (f->kind == DT_FIELD_TEXT && !f->has_frames);
}

/**
 * Returns the width of a key that is a text. A single key has the classic width. Several keys share
 * the 80 columns of a terminal, unless a text in the column is longer. -x compat=classic keeps the
 * classic width.
 */
static size_t text_width(struct dt_aggs *a, const struct dt_agg_table *t, size_t key)
{
	const struct dt_agg_desc *d = t->aggs[0]->desc;
	size_t n_texts = 0, taken = t->n_aggs * VALUE_COLUMNS, width;

	for (size_t i = 0; i < d->n_keys; i++) {
		n_texts += is_text(&d->keys[i]);
		taken += is_text(&d->keys[i]) ? KEY_GAP : VALUE_COLUMNS;
	}
	if (n_texts < 2 || !is_text(&d->keys[key]) || a->config->options->v[DT_OPT_compat])
		return DT_KEY_WIDTH;
	width = taken < COLUMNS ? (COLUMNS - taken) / n_texts : 0;
	dt_vec_foreach (&t->rows, row) {
		size_t len = 0;

		dt_field_text(a->names, &d->keys[key], row->key, &len);
		width = len > width ? len : width;
	}
	return width < DT_KEY_WIDTH ? width : DT_KEY_WIDTH;
}

static void print_row(struct dt_aggs *a, struct dt_out *o, const struct dt_agg_table *t,
		      const struct dt_agg_row *row, const size_t *widths)
{
	const struct dt_agg_desc *d = t->aggs[0]->desc;
	struct dt_value_style style = {.rawbytes = a->config->options->v[DT_OPT_rawbytes]};

	for (size_t i = 0; i < d->n_keys; i++) {
		style.text_width = widths[i];
		dt_value_print(o, a->names, &d->keys[i], row->key, &style);
	}
	for (size_t i = 0; i < t->n_aggs; i++)
		print_element(o, a->config->options, t->aggs[i], row->elems[i]);
	dt_out_char(o, '\n');
}

static void print_rows(struct dt_aggs *a, struct dt_out *o, const struct dt_agg_table *t)
{
	size_t n = t->aggs[0]->desc->n_keys;
	dt_cleanup(dt_free_p) size_t *widths = dt_zalloc((n + 1) * sizeof(*widths));

	for (size_t i = 0; i < n; i++)
		widths[i] = text_width(a, t, i);
	dt_vec_foreach (&t->rows, row)
		print_row(a, o, t, row, widths);
}

void dt_agg_print(struct dt_aggs *a, struct dt_out *o, struct dt_agg *const *aggs, size_t n_aggs,
		  const struct dt_printf *format)
{
	struct dt_agg_order order = dt_agg_order_of(a->config->options, n_aggs);
	struct dt_agg_table t;

	dt_agg_table_init(&t, aggs, n_aggs, a->names, &order);
	if (format)
		dt_vec_foreach (&t.rows, row)
			dt_printf_print(format, o, a->names, row->key, &t, row);
	else if (!dt_agg_draw(a, o, &t))
		print_rows(a, o, &t);
	dt_agg_table_deinit(&t);
}

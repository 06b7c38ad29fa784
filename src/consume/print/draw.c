/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Draws an aggregation as a table with a line for each key: -x agghist, -x aggpack, percentile().
 *
 * agghist draws counts and sums as the bars of a histogram whose buckets are the keys. aggpack
 * draws each histogram as a line of cells; all lines show the same buckets, so that columns can be
 * compared. percentile() shows its numbers, whatever the options are. Each part of a key has a
 * column, right-aligned and as wide as its longest text. Parts of several lines (stacks, dumps of
 * bytes) precede the line.
 */
#include "consume/print/print.h"

#include <stdlib.h>

enum {
	KEY_WIDTH = 16,	      // minimum for all columns together
	QUANTIZE_WIDTH = 4,   // minimum for the labels of the first and the last bucket
	LINEAR_MIN_WIDTH = 7, // the same for labels such as "< N" and ">= N"
	LINEAR_MAX_WIDTH = 8,
	SUMMARY_WIDTH = 6, // minimum for a number
};

struct drawing {
	struct dt_aggs *aggs;
	struct dt_out *out;
	const struct dt_agg_table *table;
	const struct dt_agg *agg;
	size_t *widths;	    // of the parts of the key; 0: a part of several lines
	struct dt_out text; // scratch
};

static bool is_stack(const struct dt_field *f)
{
	return f->kind == DT_FIELD_KSTACK || f->kind == DT_FIELD_USTACK || f->has_frames;
}

/** Writes the text of a part of a key to d->text. Returns false if the part takes several lines. */
static bool render_key_part(struct drawing *d, const struct dt_field *f, const uint8_t *key)
{
	struct dt_names *names = d->aggs->names;
	const struct dt_value_style style = {
	    .quiet = true,
	    .rawbytes = d->aggs->config->options->v[DT_OPT_rawbytes],
	};
	struct dt_str name = {0};

	d->text.len = 0;
	if (is_stack(f))
		return false;
	if (f->kind == DT_FIELD_SYM || f->kind == DT_FIELD_USYM) {
		dt_symbols_show_field(&names->symbols, &name, f, key);
		dt_out_name(&d->text, name.data, name.len, 0, true);
		dt_str_deinit(&name);
		return true;
	}
	dt_value_print(&d->text, names, f, key, &style);
	return !d->text.len || d->text.data[0] != '\n';
}

static void measure_columns(struct drawing *d)
{
	const struct dt_agg_desc *desc = d->agg->desc;
	size_t total = 0;

	for (size_t i = 0; i < desc->n_keys; i++) {
		dt_vec_foreach (&d->table->rows, row) {
			if (render_key_part(d, &desc->keys[i], row->key) &&
			    d->text.len > d->widths[i])
				d->widths[i] = d->text.len;
		}
		total += d->widths[i] + (i > 0);
	}
	if (desc->n_keys && total < KEY_WIDTH)
		d->widths[0] += KEY_WIDTH - total;
}

/** Returns the width of all columns. */
static size_t key_width(const struct drawing *d)
{
	size_t width = 0;

	for (size_t i = 0; i < d->agg->desc->n_keys; i++)
		width += d->widths[i] + (i > 0);
	return width;
}

static void draw_title(struct drawing *d)
{
	size_t width = key_width(d);

	dt_out_char(d->out, '\n');
	if (width)
		dt_out_padded(d->out, "key", 3, width, false);
}

static void draw_key(struct drawing *d, const uint8_t *key)
{
	const struct dt_agg_desc *desc = d->agg->desc;
	const struct dt_value_style style = {
	    .rawbytes = d->aggs->config->options->v[DT_OPT_rawbytes],
	};

	for (size_t i = 0; i < desc->n_keys; i++) {
		if (!render_key_part(d, &desc->keys[i], key))
			dt_value_print(d->out, d->aggs->names, &desc->keys[i], key, &style);
	}
	for (size_t i = 0; i < desc->n_keys; i++) {
		bool has_text = render_key_part(d, &desc->keys[i], key);

		if (i)
			dt_out_char(d->out, ' ');
		if (has_text)
			dt_out_padded(d->out, d->text.data, d->text.len, d->widths[i], false);
		else
			dt_out_fill(d->out, ' ', d->widths[i]);
	}
}

static int64_t row_number(const struct drawing *d, const struct dt_agg_row *row)
{
	return dt_agg_number(d->agg, row->elems[0], 1);
}

static void draw_hist(struct drawing *d)
{
	struct dt_scale scale = dt_scale_of(d->aggs->config->options, d->agg->normal);

	dt_vec_foreach (&d->table->rows, row)
		dt_scale_add(&scale, row_number(d, row));
	draw_title(d);
	dt_bar_header(d->out);
	dt_vec_foreach (&d->table->rows, row) {
		draw_key(d, row->key);
		dt_out_char(d->out, ' ');
		dt_bar_print(d->out, &scale, row_number(d, row));
	}
}

struct range {
	size_t first, last;
	char first_label[DT_BUCKET_LABEL], last_label[DT_BUCKET_LABEL];
	size_t first_width, last_width;
};

static const int64_t *counts_of(const struct drawing *d, const struct dt_agg_row *row)
{
	return (const int64_t *)dt_agg_words(d->agg, row->elems[0]);
}

static bool is_zero_bucket(const struct dt_bucket *b)
{
	return b->kind == DT_BUCKET_VALUE && b->value == 0;
}

/** Finds the range of buckets with a count for any key, plus one above, and one below unless that
 *  is below 0. */
static void find_buckets(const struct drawing *d, struct range *r)
{
	const struct dt_histogram *h = &d->agg->histogram;

	r->first = h->n;
	r->last = 0;
	dt_vec_foreach (&d->table->rows, row) {
		const int64_t *counts = counts_of(d, row);

		for (size_t i = 0; i < h->n; i++) {
			if (counts[i] && i < r->first)
				r->first = i;
			if (counts[i] && i > r->last)
				r->last = i;
		}
	}
	if (r->first == h->n)
		r->first = r->last = h->middle;
	if (r->first && !is_zero_bucket(&h->buckets[r->first]))
		r->first--;
	if (r->last + 1 < h->n)
		r->last++;
}

static size_t at_least(size_t n, size_t least)
{
	return n > least ? n : least;
}

static void find_value_range(const struct drawing *d, struct range *r)
{
	const struct dt_histogram *h = &d->agg->histogram;
	enum dt_aggunits units = (enum dt_aggunits)d->aggs->config->options->v[DT_OPT_aggunits];
	bool linear = h->buckets[0].kind == DT_BUCKET_BELOW;

	find_buckets(d, r);
	r->first_width = at_least(dt_bucket_label(&h->buckets[r->first], units, r->first_label),
				  linear ? LINEAR_MIN_WIDTH : QUANTIZE_WIDTH);
	r->last_width = at_least(dt_bucket_label(&h->buckets[r->last], units, r->last_label),
				 linear ? LINEAR_MAX_WIDTH : QUANTIZE_WIDTH);
}

static void draw_cells(struct drawing *d, const struct range *r, const int64_t *counts)
{
	struct dt_scale scale = dt_scale_packed(d->aggs->config->options, d->agg->normal);
	int64_t total = 0;

	for (size_t i = r->first; i <= r->last; i++) {
		dt_scale_add(&scale, counts[i]);
		total = (int64_t)((uint64_t)total + (uint64_t)counts[i]);
	}
	dt_out_printf(d->out, " %*s :", (int)r->first_width, r->first_label);
	for (size_t i = r->first; i <= r->last; i++)
		dt_bar_cell(d->out, &scale, counts[i]);
	dt_out_printf(d->out, ": %-*s | %lld\n", (int)r->last_width, r->last_label,
		      (long long)dt_normalized(total, scale.normal));
}

static void draw_pack(struct drawing *d)
{
	struct range r;

	find_value_range(d, &r);
	draw_title(d);
	dt_out_printf(d->out, " %*s .", (int)r.first_width, "min");
	dt_out_fill(d->out, '-', r.last - r.first + 1);
	dt_out_printf(d->out, ". %-*s | count\n", (int)r.last_width, "max");
	dt_vec_foreach (&d->table->rows, row) {
		draw_key(d, row->key);
		draw_cells(d, &r, counts_of(d, row));
	}
}

/** Writes a number of a summary to `text`, values with their unit. Returns the length. */
static size_t render_number(const struct drawing *d, size_t i, int64_t v, char *text)
{
	const struct dt_options *options = d->aggs->config->options;

	return dt_value_label(v,
			      i == DT_SUMMARY_COUNT ? DT_AGGUNITS_NONE
						    : (enum dt_aggunits)options->v[DT_OPT_aggunits],
			      text);
}

static void draw_summaries(struct drawing *d)
{
	size_t widths[DT_SUMMARY_NUMBERS], len;
	int64_t numbers[DT_SUMMARY_NUMBERS];
	char text[DT_BUCKET_LABEL];

	for (size_t i = 0; i < DT_SUMMARY_NUMBERS; i++)
		widths[i] = SUMMARY_WIDTH;
	dt_vec_foreach (&d->table->rows, row) {
		dt_agg_numbers(d->agg, row->elems[0], numbers);
		for (size_t i = 0; i < DT_SUMMARY_NUMBERS; i++)
			widths[i] = at_least(render_number(d, i, numbers[i], text), widths[i]);
	}
	draw_title(d);
	dt_out_paint(d->out, DT_PAINT_TITLE);
	for (size_t i = 0; i < DT_SUMMARY_NUMBERS; i++)
		dt_out_printf(d->out, " %*s", (int)widths[i], dt_summary_names[i]);
	dt_out_paint(d->out, DT_PAINT_PLAIN);
	dt_out_char(d->out, '\n');
	dt_vec_foreach (&d->table->rows, row) {
		draw_key(d, row->key);
		dt_agg_numbers(d->agg, row->elems[0], numbers);
		for (size_t i = 0; i < DT_SUMMARY_NUMBERS; i++) {
			len = render_number(d, i, numbers[i], text);
			dt_out_char(d->out, ' ');
			dt_out_padded(d->out, text, len, widths[i], false);
		}
		dt_out_char(d->out, '\n');
	}
}

bool dt_agg_draw(struct dt_aggs *a, struct dt_out *o, const struct dt_agg_table *t)
{
	const struct dt_options *options = a->config->options;
	const struct dt_agg *g = t->aggs[0];
	bool pack = options->v[DT_OPT_aggpack] && g->func->buckets;
	bool hist = options->v[DT_OPT_agghist] && g->desc->n_keys && g->func->is_share;
	void (*draw)(struct drawing * d) = g->func->is_summarized ? draw_summaries
					   : pack		  ? draw_pack
					   : hist		  ? draw_hist
								  : NULL;
	struct drawing d = {.aggs = a, .out = o, .table = t, .agg = g};

	if (t->n_aggs != 1 || !t->rows.len || !draw)
		return false;
	d.widths = dt_zalloc((g->desc->n_keys + 1) * sizeof(*d.widths));
	dt_out_init(&d.text, NULL);
	d.text.shields = o->shields;
	measure_columns(&d);
	draw(&d);
	dt_out_deinit(&d.text);
	free(d.widths);
	return true;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The default form of an aggregation is a line for each key: the parts of the key as trace() would
 * print them, then the value; a histogram follows its key as a table.
 */
#include "consume/agg/print.h"

struct dt_agg_order dt_agg_order_of(const struct dt_options *options, size_t n_aggs)
{
	struct dt_agg_order order = {
	    .by_key = options->v[DT_OPT_aggsortkey],
	    .reverse = options->v[DT_OPT_aggsortrev],
	    .first_agg = (size_t)options->v[DT_OPT_aggsortpos],
	    .first_key = (size_t)options->v[DT_OPT_aggsortkeypos],
	};

	if (order.first_agg >= n_aggs)
		order.first_agg = 0;
	return order;
}

static void print_value(struct dt_out *o, const struct dt_options *options, const struct dt_agg *g,
			const struct dt_agg_elem *e)
{
	if (g->func->buckets) {
		dt_histogram_print(o, &g->histogram, (const int64_t *)dt_agg_words(g, e),
				   dt_scale_of(options, g->normal));
		return;
	}
	dt_out_char(o, ' ');
	dt_out_int(o, dt_agg_number(g, e, g->normal), 16);
}

static void print_row(struct dt_aggs *a, struct dt_out *o, const struct dt_agg_table *t,
		      const struct dt_agg_row *row)
{
	const struct dt_agg_desc *d = t->aggs[0]->desc;
	const struct dt_value_style style = {
	    .text_width = DT_KEY_WIDTH,
	    .rawbytes = a->config->options->v[DT_OPT_rawbytes],
	};

	for (size_t i = 0; i < d->n_keys; i++)
		dt_value_print(o, a->names, &d->keys[i], row->key, &style);
	for (size_t i = 0; i < t->n_aggs; i++)
		print_value(o, a->config->options, t->aggs[i], row->elems[i]);
	dt_out_char(o, '\n');
}

void dt_agg_print(struct dt_aggs *a, struct dt_out *o, struct dt_agg *const *aggs, size_t n_aggs,
		  const struct dt_printf *format)
{
	struct dt_agg_order order = dt_agg_order_of(a->config->options, n_aggs);
	struct dt_agg_table t;

	dt_agg_table_init(&t, aggs, n_aggs, a->names, &order);
	if (format || !dt_agg_draw(a, o, &t)) {
		dt_vec_foreach (&t.rows, row) {
			if (format)
				dt_printf_print(format, o, a->names, row->key, &t, row);
			else
				print_row(a, o, &t, row);
		}
	}
	dt_agg_table_deinit(&t);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tables of aggregations: joining by key and sorting. Source: the reference, section 4.3.
 *
 * Integers of keys compare unsigned, strings bytewise, stacks by their addresses. Of several
 * aggregations the one that aggsortpos names decides, then those after it, round and round; the
 * same holds for aggsortkeypos and the parts of the key.
 */
#include "consume/agg/agg.h"

#include "consume/value/value.h"

#include <stdlib.h>
#include <string.h>

static int compare_ints(int64_t a, int64_t b)
{
	return a < b ? -1 : a > b;
}

static int compare_unsigned(uint64_t a, uint64_t b)
{
	return a < b ? -1 : a > b;
}

static int compare_values(const struct dt_agg *g, const struct dt_agg_elem *a,
			  const struct dt_agg_elem *b)
{
	if (g->func->buckets)
		return dt_histogram_compare(&g->histogram, (const int64_t *)dt_agg_words(g, a),
					    (const int64_t *)dt_agg_words(g, b));
	return compare_ints(dt_agg_number(g, a, 1), dt_agg_number(g, b, 1));
}

static int compare_texts(struct dt_names *names, const struct dt_field *f, const uint8_t *a,
			 const uint8_t *b)
{
	size_t len_a, len_b;
	const char *x = dt_field_text(names, f, a, &len_a), *y = dt_field_text(names, f, b, &len_b);
	int order = memcmp(x, y, len_a < len_b ? len_a : len_b);

	return order ? order : compare_unsigned(len_a, len_b);
}

static int compare_words(const uint8_t *a, const uint8_t *b, size_t size)
{
	for (size_t i = 0; i + 8 <= size; i += 8) {
		uint64_t x, y;

		memcpy(&x, a + i, 8);
		memcpy(&y, b + i, 8);
		if (x != y)
			return compare_unsigned(x, y);
	}
	return 0;
}

static int compare_part(struct dt_names *names, const struct dt_field *f, const uint8_t *a,
			const uint8_t *b)
{
	switch (f->kind) {
	case DT_FIELD_INT:
		return compare_unsigned((uint64_t)dt_field_int_as(f, a, false),
					(uint64_t)dt_field_int_as(f, b, false));
	case DT_FIELD_STRING:
	case DT_FIELD_PROBE:
		return compare_texts(names, f, a, b);
	case DT_FIELD_BYTES:
		return memcmp(a + f->offset, b + f->offset, f->size);
	default:
		return compare_words(a + f->offset, b + f->offset, f->size);
	}
}

struct sort {
	const struct dt_agg_table *table;
	const struct dt_agg_order *order;
};

static int compare_keys(const struct sort *s, const struct dt_agg_row *a,
			const struct dt_agg_row *b)
{
	const struct dt_agg_desc *d = s->table->aggs[0]->desc;
	int order = 0;

	for (size_t i = 0; i < d->n_keys && !order; i++) {
		size_t k = (s->order->first_key + i) % d->n_keys;

		order = compare_part(s->table->names, &d->keys[k], a->key, b->key);
	}
	return order;
}

static int compare_cells(const struct sort *s, const struct dt_agg_row *a,
			 const struct dt_agg_row *b)
{
	const struct dt_agg_table *t = s->table;
	int order = 0;

	for (size_t i = 0; i < t->n_aggs && !order; i++) {
		size_t k = (s->order->first_agg + i) % t->n_aggs;

		order = compare_values(t->aggs[k], a->elems[k], b->elems[k]);
	}
	return order;
}

static int compare_rows(const void *pa, const void *pb, void *arg)
{
	const struct sort *s = arg;
	const struct dt_agg_row *a = pa, *b = pb;
	int order = s->order->by_key ? compare_keys(s, a, b) : compare_cells(s, a, b);

	if (!order)
		order = s->order->by_key ? compare_cells(s, a, b) : compare_keys(s, a, b);
	return s->order->reverse ? -order : order;
}

/** One row for each key that is present in any of the aggregations. */
static void collect_rows(struct dt_agg_table *t)
{
	for (size_t i = 0; i < t->n_aggs; i++) {
		size_t key_size = t->aggs[i]->desc->key_size;

		dt_vec_foreach (&t->aggs[i]->elems, ep) {
			struct dt_agg_elem *e = *ep;
			bool earlier = false;

			for (size_t k = 0; k < i && !earlier; k++) {
				const struct dt_agg_elem *other = dt_map_get(
				    &t->aggs[k]->by_key, e->key, key_size ? key_size : 1);

				earlier = other && other->present;
			}
			if (e->present && !earlier)
				dt_vec_push(&t->rows, (struct dt_agg_row){.key = e->key});
		}
	}
}

static void fill_rows(struct dt_agg_table *t)
{
	size_t key_size = t->aggs[0]->desc->key_size ? t->aggs[0]->desc->key_size : 1;
	struct dt_agg_elem **cell = t->cells =
	    dt_zalloc((t->rows.len + 1) * t->n_aggs * sizeof(*t->cells));

	dt_vec_foreach (&t->rows, row) {
		row->elems = cell;
		for (size_t i = 0; i < t->n_aggs; i++, cell++) {
			*cell = dt_map_get(&t->aggs[i]->by_key, row->key, key_size);
			if (*cell && !(*cell)->present)
				*cell = NULL;
		}
	}
}

void dt_agg_table_init(struct dt_agg_table *t, struct dt_agg *const *aggs, size_t n_aggs,
		       struct dt_names *names, const struct dt_agg_order *order)
{
	struct sort s = {t, order};

	*t = (struct dt_agg_table){.aggs = aggs, .n_aggs = n_aggs, .names = names};
	collect_rows(t);
	fill_rows(t);
	if (t->rows.len > 1)
		qsort_r(t->rows.data, t->rows.len, sizeof(*t->rows.data), compare_rows, &s);
}

void dt_agg_table_deinit(struct dt_agg_table *t)
{
	dt_vec_deinit(&t->rows);
	free(t->cells);
}

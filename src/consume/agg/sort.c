/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Joins aggregations by key and sorts the rows. Source: illumos'
 * <libdtrace/common/dt_aggregate.c>.
 *
 * Integers in keys compare unsigned, strings bytewise, stacks by their addresses. Among several
 * aggregations, the one that aggsortpos names decides, then those after it, cyclically.
 * aggsortkeypos does the same for the parts of the key. Each row stores its ranks by the first and
 * the second criterion, because a million elements are far apart in memory.
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

static int compare_element_values(const struct dt_agg *g, const struct dt_agg_elem *a,
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
	int order;

	switch (f->kind) {
	case DT_FIELD_INT:
		return compare_unsigned((uint64_t)dt_field_int_as(f, a, false),
					(uint64_t)dt_field_int_as(f, b, false));
	case DT_FIELD_STRING:
	case DT_FIELD_PROBE:
	case DT_FIELD_TEXT:
		return compare_texts(names, f, a, b);
	case DT_FIELD_BYTES:
		return memcmp(a + f->offset, b + f->offset, f->size);
	case DT_FIELD_USYM: // the address, behind the row or the process, decides first
		order = compare_words(a + f->offset + 8, b + f->offset + 8, 8);
		return order ? order : compare_words(a + f->offset, b + f->offset, 8);
	default:
		return compare_words(a + f->offset, b + f->offset, f->size);
	}
}

struct sort {
	const struct dt_agg_table *table;
	const struct dt_agg_order *order;
	bool is_exact; // equal first ranks mean that the first criterion is equal
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

		order = compare_element_values(t->aggs[k], a->elems[k], b->elems[k]);
	}
	return order;
}

static int compare_rows(const void *pa, const void *pb, void *arg)
{
	const struct sort *s = arg;
	const struct dt_agg_row *a = pa, *b = pb;
	bool by_key = s->order->by_key;
	int order = compare_unsigned(a->rank[0], b->rank[0]);

	if (!order && !s->is_exact)
		order = by_key ? compare_keys(s, a, b) : compare_cells(s, a, b);
	for (size_t i = 1; i < dt_array_len(a->rank) && !order; i++)
		order = compare_unsigned(a->rank[i], b->rank[i]);
	if (!order)
		order = by_key ? compare_cells(s, a, b) : compare_keys(s, a, b);
	return s->order->reverse ? -order : order;
}

/** Returns the key's element in the aggregation if it is to be printed, else NULL. */
static struct dt_agg_elem *present_element(const struct dt_agg *g, const uint8_t *key)
{
	struct dt_agg_elem *e = dt_elems_find(&g->elems, key);

	return e && e->present ? e : NULL;
}

/** Adds the element's row unless an earlier aggregation has the key. */
static void add_row(struct dt_agg_table *t, size_t agg, struct dt_agg_elem *e)
{
	const uint8_t *key = dt_elem_key(&t->aggs[agg]->elems, e);
	struct dt_agg_row row = {.key = key, .elems = t->cells + t->rows.len * t->n_aggs};

	for (size_t i = 0; i < agg; i++)
		if (present_element(t->aggs[i], key))
			return;
	row.elems[agg] = e;
	for (size_t i = agg + 1; i < t->n_aggs; i++)
		row.elems[i] = present_element(t->aggs[i], key);
	dt_vec_push(&t->rows, row);
}

static void join_rows(struct dt_agg_table *t)
{
	size_t n = 0;

	for (size_t i = 0; i < t->n_aggs; i++)
		n += t->aggs[i]->elems.v.len;
	t->cells = dt_zalloc((n + 1) * t->n_aggs * sizeof(*t->cells));
	dt_vec_reserve(&t->rows, n);
	for (size_t i = 0; i < t->n_aggs; i++)
		dt_vec_foreach (&t->aggs[i]->elems.v, e)
			if ((*e)->present)
				add_row(t, i, *e);
}

/** Returns a number that follows the order of the field. If two are equal, the fields may differ.
 */
static uint64_t rank_of_part(const struct dt_field *f, const uint8_t *key)
{
	uint64_t v = 0;

	switch (f->kind) {
	case DT_FIELD_INT:
		return (uint64_t)dt_field_int_as(f, key, false);
	case DT_FIELD_STRING: // padded with zeros
	case DT_FIELD_BYTES:
		memcpy(&v, key + f->offset, f->size < sizeof(v) ? f->size : sizeof(v));
		return __builtin_bswap64(v);
	default:
		return 0;
	}
}

static uint64_t rank_of_key(const struct dt_agg_table *t, const struct dt_agg_order *order,
			    const struct dt_agg_row *row)
{
	const struct dt_agg_desc *d = t->aggs[0]->desc;

	return d->n_keys ? rank_of_part(&d->keys[order->first_key % d->n_keys], row->key) : 0;
}

/** Writes ranks of the value. Returns false if equal ranks may belong to different values. */
static bool rank_value(const struct dt_agg_table *t, const struct dt_agg_order *order,
		       const struct dt_agg_row *row, uint64_t ret[2])
{
	const struct dt_agg *g = t->aggs[order->first_agg];
	const struct dt_agg_elem *e = row->elems[order->first_agg];

	if (g->func->buckets)
		return dt_histogram_rank(&g->histogram, (const int64_t *)dt_agg_words(g, e), ret);
	ret[0] = (uint64_t)dt_agg_number(g, e, 1) ^ UINT64_C(1) << 63;
	ret[1] = 0;
	return true;
}

static struct sort prepare_sort(struct dt_agg_table *t, struct dt_agg *const *aggs, size_t n_aggs,
				struct dt_names *names, const struct dt_agg_order *order)
{
	const struct dt_agg_desc *d = aggs[0]->desc;
	bool is_exact =
	    order->by_key ? d->n_keys == 1 && d->keys[0].kind == DT_FIELD_INT : n_aggs == 1;

	*t = (struct dt_agg_table){.aggs = aggs, .n_aggs = n_aggs, .names = names};
	join_rows(t);
	dt_vec_foreach (&t->rows, row) {
		row->rank[order->by_key ? 0 : 2] = rank_of_key(t, order, row);
		is_exact &= rank_value(t, order, row, &row->rank[order->by_key]) || order->by_key;
	}
	return (struct sort){t, order, is_exact};
}

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

static void swap_rows(struct dt_agg_row *a, struct dt_agg_row *b)
{
	struct dt_agg_row row = *a;

	*a = *b;
	*b = row;
}

/** Sorts the rows by a rank, ascending, in linear time: once for each byte that
 *  is not the same in all ranks, the lowest byte first. Rows of equal rank keep their order. */
static void sort_by_rank(struct dt_agg_row *rows, size_t n, unsigned which,
			 struct dt_agg_row *spare)
{
	uint64_t differing = 0;

	for (size_t i = 0; i < n; i++)
		differing |= rows[i].rank[which] ^ rows[0].rank[which];
	for (unsigned shift = 0; shift < 64; shift += 8) {
		size_t next[256] = {0}, begin = 0;

		if (!(differing >> shift & 0xff))
			continue;
		for (size_t i = 0; i < n; i++)
			next[rows[i].rank[which] >> shift & 0xff]++;
		for (size_t byte = 0; byte < dt_array_len(next); byte++) {
			size_t count = next[byte];

			next[byte] = begin;
			begin += count;
		}
		for (size_t i = 0; i < n; i++)
			spare[next[rows[i].rank[which] >> shift & 0xff]++] = rows[i];
		memcpy(rows, spare, n * sizeof(*rows));
	}
}

/** Reports whether the ranks leave the order of two rows open. */
static bool have_same_ranks(const struct sort *s, const struct dt_agg_row *a,
			    const struct dt_agg_row *b)
{
	return a->rank[0] == b->rank[0] &&
	       (!s->is_exact || !memcmp(a->rank, b->rank, sizeof(a->rank)));
}

// First sorts by ranks, in time that grows with the number of rows only, then rows of equal ranks.
void dt_agg_table_init(struct dt_agg_table *t, struct dt_agg *const *aggs, size_t n_aggs,
		       struct dt_names *names, const struct dt_agg_order *order)
{
	struct sort s = prepare_sort(t, aggs, n_aggs, names, order);
	struct dt_agg_row *rows = t->rows.data;
	size_t n = t->rows.len;
	dt_cleanup(dt_free_p) struct dt_agg_row *spare = dt_malloc((n + 1) * sizeof(*spare));

	for (unsigned i = s.is_exact ? dt_array_len(rows->rank) : 1; i-- > 0;)
		sort_by_rank(rows, n, i, spare);
	for (size_t i = 0; order->reverse && i < n / 2; i++)
		swap_rows(&rows[i], &rows[n - 1 - i]);
	for (size_t i = 0, end = 0; i < n; i = end) {
		while (end < n && have_same_ranks(&s, &rows[i], &rows[end]))
			end++;
		qsort_r(rows + i, end - i, sizeof(*rows), compare_rows, &s);
	}
}

/** Partitions the rows around the middle row and returns that row's new index. Rows with lower
 *  indices then sort before it, rows with higher indices after it. */
static size_t partition_rows(struct sort *s, struct dt_agg_row *rows, size_t n)
{
	size_t at = 0;

	swap_rows(&rows[n / 2], &rows[n - 1]);
	for (size_t i = 0; i + 1 < n; i++)
		if (compare_rows(&rows[i], &rows[n - 1], s) < 0)
			swap_rows(&rows[i], &rows[at++]);
	swap_rows(&rows[at], &rows[n - 1]);
	return at;
}

// Quickselect: continues only on the side of the boundary.
void dt_agg_table_init_divided(struct dt_agg_table *t, struct dt_agg *const *aggs, size_t n_aggs,
			       struct dt_names *names, const struct dt_agg_order *order,
			       size_t first)
{
	struct sort s = prepare_sort(t, aggs, n_aggs, names, order);
	struct dt_agg_row *rows = t->rows.data;

	for (size_t n = t->rows.len; first && first < n;) {
		size_t at = partition_rows(&s, rows, n);

		if (first <= at) {
			n = at;
		} else {
			rows += at + 1;
			n -= at + 1;
			first -= at + 1;
		}
	}
}

void dt_agg_table_deinit(struct dt_agg_table *t)
{
	dt_vec_deinit(&t->rows);
	free(t->cells);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Copies of aggregations.
 */
#include "consume/agg/snapshot.h"

#include "base/mem.h"
#include "consume/agg/agg.h"
#include "consume/value/value.h"

#include <string.h>

/** State while a snapshot is filled. */
struct copy {
	struct dt_agg_snapshot *s;
	struct dt_aggs *aggs;
	struct dt_agg *agg;
	bool is_total;
	struct dt_out text; // scratch
};

static void copy_key(struct copy *c, const struct dt_field *f, const uint8_t *key,
		     struct dt_snapshot_key *ret)
{
	const struct dt_value_style style = {
	    .quiet = true,
	    .rawbytes = c->aggs->config->options->v[DT_OPT_rawbytes],
	};

	ret->is_number = f->kind == DT_FIELD_INT;
	ret->is_signed = ret->is_number && dt_field_is_signed(f);
	ret->number = ret->is_number ? dt_field_int(f, key) : 0;
	c->text.len = 0;
	dt_value_print(&c->text, c->aggs->names, f, key, &style);
	const char *text = c->text.len ? c->text.data : "";
	size_t len = c->text.len;
	// In print, line breaks and blanks surround stacks and addresses.
	for (; len && (*text == '\n' || *text == ' '); text++)
		len--;
	while (len && (text[len - 1] == '\n' || text[len - 1] == ' '))
		len--;
	ret->text = dt_arena_strndup(c->s->arena, text, len);
}

static void copy_row(struct copy *c, const struct dt_agg_elem *e, struct dt_snapshot_row *ret)
{
	const struct dt_agg *g = c->agg;
	const struct dt_agg_desc *d = g->desc;
	struct dt_snapshot_key *keys =
	    dt_arena_array(c->s->arena, struct dt_snapshot_key, d->n_keys + 1);
	uint64_t *words = dt_arena_array(c->s->arena, uint64_t, g->n_words);

	memcpy(words, e->value, d->value_size);
	if (c->is_total && e->base)
		g->func->add(words, e->base, g->n_words);
	for (size_t i = 0; i < d->n_keys; i++)
		copy_key(c, &d->keys[i], dt_elem_key(&g->elems, e), &keys[i]);
	ret->keys = keys;
	if (g->func->buckets)
		ret->counts = (const int64_t *)words;
	else
		ret->number = g->func->number(words, 1);
}

static void copy_buckets(struct copy *c)
{
	const struct dt_histogram *h = &c->agg->histogram;
	struct dt_bucket *buckets = dt_arena_array(c->s->arena, struct dt_bucket, h->n);

	memcpy(buckets, h->buckets, h->n * sizeof(*buckets));
	c->s->buckets = buckets;
	c->s->n_buckets = h->n;
}

/** Copies every element. */
static void copy_totals(struct copy *c, struct dt_snapshot_row *rows)
{
	dt_vec_foreach (&c->agg->elems.v, e)
		copy_row(c, *e, &rows[c->s->n_rows++]);
}

/** Copies the elements that are shown, in the order of printing. */
static void copy_shown(struct copy *c, struct dt_snapshot_row *rows)
{
	struct dt_agg_order order = dt_agg_order_of(c->aggs->config->options, 1);
	struct dt_agg_table t;

	dt_agg_table_init(&t, &c->agg, 1, c->aggs->names, &order);
	dt_vec_foreach (&t.rows, row)
		copy_row(c, row->elems[0], &rows[c->s->n_rows++]);
	dt_agg_table_deinit(&t);
}

struct dt_agg_snapshot *dt_agg_snapshot_create(struct dt_aggs *a, struct dt_agg *g, bool is_total)
{
	struct dt_arena *arena = dt_arena_create();
	struct dt_agg_snapshot *s = dt_arena_new(arena, struct dt_agg_snapshot);
	struct copy c = {.s = s, .aggs = a, .agg = g, .is_total = is_total};
	struct dt_snapshot_row *rows =
	    dt_arena_array(arena, struct dt_snapshot_row, g->elems.v.len + 1);

	*s = (struct dt_agg_snapshot){
	    .arena = arena,
	    .name = dt_arena_strndup(arena, g->desc->name, strlen(g->desc->name)),
	    .function = g->func->name,
	    .normal = g->normal,
	    .time = g->taken,
	    .n_keys = g->desc->n_keys,
	    .rows = rows,
	};
	dt_out_init(&c.text, NULL);
	if (g->func->buckets)
		copy_buckets(&c);
	if (is_total)
		copy_totals(&c, rows);
	else
		copy_shown(&c, rows);
	dt_out_deinit(&c.text);
	return s;
}

void dt_agg_snapshot_destroy(struct dt_agg_snapshot *s)
{
	if (s)
		dt_arena_destroy(s->arena);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Aggregations: checks of their descriptions, the elements that a snapshot fills, and the words of
 * an element.
 */
#include "consume/agg/agg.h"

#include "consume/value/value.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_WORDS = 1 << 20 };

/** Reports whether the value has its function's number of words, and the key room for its parts. */
static bool is_described(const struct dt_program_desc *p, const struct dt_agg_desc *d)
{
	uint32_t size = d->mark ? d->mark : d->value_size;
	bool ok = d->map < p->n_maps && d->func && size && size <= 8 * MAX_WORDS &&
		  size == 8 * (d->func->words(d->params) + (d->sum ? DT_AGG_SUM_WORDS : 0)) &&
		  d->value_size >= size && d->value_size % 8 == 0 && (!d->n_keys || d->key_size);

	for (size_t i = 0; i < d->n_keys; i++)
		ok = ok && dt_field_check(&d->keys[i], d->key_size);
	return ok;
}

static size_t key_len(const struct dt_agg *g)
{
	return g->desc->key_size ? g->desc->key_size : 1;
}

static struct dt_error *init_agg(const struct dt_program_desc *p, struct dt_agg *g)
{
	const struct dt_agg_desc *d = g->desc;

	if (!is_described(p, d))
		return dt_error_new(DT_ERR_OTHER, "description of @%s is inconsistent", d->name);
	g->func = d->func;
	if (g->func->buckets)
		dt_histogram_init(&g->histogram, d);
	g->n_words = d->value_size / 8;
	g->is_exact = d->key_size != 0;
	for (size_t i = 0; i < d->n_keys; i++)
		g->is_exact &= d->keys[i].kind == DT_FIELD_INT || d->keys[i].kind == DT_FIELD_BYTES;
	dt_elems_init(&g->elems, g->n_words, key_len(g));
	g->zeros = dt_zalloc(d->value_size);
	g->normal = 1;
	return NULL;
}

struct dt_error *dt_aggs_init(struct dt_aggs *a, const struct dt_consume_config *config,
			      struct dt_names *names)
{
	const struct dt_program_desc *p = config->program;
	size_t key_size = 1;

	*a = (struct dt_aggs){.config = config, .names = names, .n = p->n_aggs};
	a->v = dt_zalloc((p->n_aggs + 1) * sizeof(*a->v));
	for (size_t i = 0; i < p->n_aggs; i++) {
		a->v[i].desc = &p->aggs[i];
		DT_TRY(init_agg(p, &a->v[i]));
		if (p->aggs[i].key_size > key_size)
			key_size = p->aggs[i].key_size;
	}
	a->key = dt_zalloc(key_size);
	return NULL;
}

void dt_aggs_deinit(struct dt_aggs *a)
{
	for (size_t i = 0; i < a->n; i++) {
		struct dt_agg *g = &a->v[i];

		dt_elems_deinit(&g->elems);
		dt_histogram_deinit(&g->histogram);
		free(g->zeros);
	}
	free(a->v);
	free(a->key);
	*a = (struct dt_aggs){0};
}

/** Writes the key to a->key, with all bytes that are not shown set to zero. */
static void write_canonical_key(struct dt_aggs *a, const struct dt_agg_desc *d, const uint8_t *raw)
{
	memset(a->key, 0, d->key_size ? d->key_size : 1);
	for (size_t i = 0; i < d->n_keys; i++) {
		const struct dt_field *f = &d->keys[i];
		const uint8_t *from = raw + f->offset;
		bool is_limited;
		uint32_t id;

		switch (f->kind) {
		case DT_FIELD_STRING:
			memcpy(a->key + f->offset, from, strnlen((const char *)from, f->size));
			break;
		case DT_FIELD_PROBE:
			memcpy(&id, from, sizeof(id));
			id = dt_names_get(a->names, id)->same[f->part];
			memcpy(a->key + f->offset, &id, sizeof(id));
			break;
		case DT_FIELD_KSTACK:
			id = dt_symbols_frames(&a->names->symbols, f, raw, &from, &is_limited);
			memcpy(a->key + f->offset + 8, from, 8 * (size_t)id);
			id |= is_limited ? DT_STACK_LIMITED : 0;
			memcpy(a->key + f->offset, &id, sizeof(id));
			break;
		case DT_FIELD_SYM:
		case DT_FIELD_USYM:
			dt_symbols_same(&a->names->symbols, f, raw, a->key + f->offset);
			break;
		default:
			memcpy(a->key + f->offset, from, f->size);
			break;
		}
	}
}

/** Returns the key that identifies the element: the raw one, or a->key. */
static const uint8_t *canonical_key(struct dt_aggs *a, const struct dt_agg *g, const uint8_t *raw)
{
	if (g->is_exact)
		return raw;
	write_canonical_key(a, g->desc, raw);
	return a->key;
}

struct dt_agg_elem *dt_agg_find(struct dt_aggs *a, struct dt_agg *g, const uint8_t *raw_key)
{
	return dt_elems_find(&g->elems, canonical_key(a, g, raw_key));
}

struct dt_agg_elem *dt_agg_add(struct dt_aggs *a, struct dt_agg *g, const uint8_t *raw_key)
{
	return dt_elems_add(&g->elems, canonical_key(a, g, raw_key));
}

void dt_agg_begin(struct dt_agg *g)
{
	dt_vec_foreach (&g->elems.v, e)
		memset((*e)->value, 0, g->desc->value_size);
}

void dt_agg_merge(struct dt_aggs *a, struct dt_agg *g, const uint8_t *raw_key,
		  const uint8_t *values, unsigned n_cpus, size_t stride)
{
	struct dt_agg_elem *e = dt_agg_add(a, g, raw_key);

	for (unsigned cpu = 0; cpu < n_cpus; cpu++)
		g->func->add(e->value, (const uint64_t *)(values + cpu * stride), g->n_words);
	// An array always has its element, which counts as data after the first update.
	e->present |= g->desc->key_size != 0 && !e->hidden;
}

static bool are_zero_words(const struct dt_agg *g, const uint64_t *words)
{
	return !memcmp(words, g->zeros, g->desc->value_size);
}

void dt_agg_forget(struct dt_agg *g, struct dt_agg_elem *e, const uint64_t *words)
{
	g->func->subtract(e->base, words, g->n_words);
	if (g->is_taken) {
		dt_elems_add_given(&g->elems, e);
		g->func->subtract(e->given + 1, words, g->n_words);
	}
	g->lost_by_trunc = true;
}

void dt_agg_show(struct dt_agg_elem *e)
{
	e->present = true;
	e->hidden = false;
}

void dt_agg_end(struct dt_agg *g)
{
	dt_vec_foreach (&g->elems.v, ep) {
		struct dt_agg_elem *e = *ep;

		if (e->base)
			g->func->subtract(e->value, e->base, g->n_words);
		if (!are_zero_words(g, e->value))
			dt_agg_show(e);
	}
}

const uint64_t *dt_agg_words(const struct dt_agg *g, const struct dt_agg_elem *e)
{
	return e ? e->value : g->zeros;
}

int64_t dt_agg_number(const struct dt_agg *g, const struct dt_agg_elem *e, int64_t normal)
{
	return g->func->number(dt_agg_words(g, e), normal);
}

size_t dt_agg_numbers(const struct dt_agg *g, const struct dt_agg_elem *e,
		      int64_t ret[DT_SUMMARY_NUMBERS])
{
	const struct dt_histogram *h = &g->histogram;

	if (g->func->is_summarized) {
		dt_summarize(h->buckets, (const int64_t *)dt_agg_words(g, e), h->n, g->normal, ret);
		return DT_SUMMARY_NUMBERS;
	}
	if (g->func->buckets)
		return 0;
	ret[0] = dt_agg_number(g, e, g->normal);
	return 1;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Finds chunks by their labels. The target may write any label at any time: a chunk belongs to the
 * chain that received it until it is given back, whatever its label says then.
 *
 * Decision: docs/dev/decisions/0105-records-from-a-pool-of-chunks.md
 */
#include "consume/ring/pool.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

struct found {
	uint64_t label;
	uint32_t chunk;
};

void dt_pool_init(struct dt_pool *p, const struct dt_store_pool *store, void *data)
{
	*p = (struct dt_pool){
	    .head = store->head,
	    .data = data,
	    .n = store->n_chunks,
	    .chunk = store->chunk,
	    .shift = (unsigned)__builtin_ctz(store->chunk),
	    .chains = dt_zalloc(store->n_lanes * sizeof(*p->chains)),
	    .n_chains = store->n_lanes,
	    .taken = dt_zalloc(store->n_chunks * sizeof(*p->taken)),
	    .mirror = dt_malloc((size_t)store->n_chunks * store->chunk),
	};
	for (unsigned i = 0; i < p->n_chains; i++)
		p->chains[i] = (struct dt_chain){.pool = p, .next = 1};
}

void dt_pool_deinit(struct dt_pool *p)
{
	for (unsigned i = 0; i < p->n_chains; i++)
		dt_vec_deinit(&p->chains[i].chunks);
	free(p->chains);
	free(p->taken);
	free(p->mirror);
}

static int compare_labels(const void *a, const void *b)
{
	const struct found *x = a, *y = b;

	return x->label < y->label ? -1 : x->label > y->label;
}

/** Adds a chunk to its chain. Returns false if one with a lower number may exist. */
static bool add_chunk(struct dt_pool *p, const struct found *f,
		      void (*begin)(void *arg, struct dt_chain *c), void *arg)
{
	uint64_t lane = f->label >> DT_NATIVE_NUMBER_BITS;
	uint64_t number = f->label & ((1ULL << DT_NATIVE_NUMBER_BITS) - 1);
	struct dt_chain *c = lane && lane <= p->n_chains ? &p->chains[lane - 1] : NULL;

	if (!c || number < c->next) // forged
		return true;
	// Chunks are claimed in order, but a look is not an instant.
	if (number > c->next && number > c->beyond) {
		c->beyond = number;
		return false;
	}
	if (!c->chunks.len && !c->base)
		begin(arg, c);
	p->n_behind += c->chunks.len > 0;
	dt_vec_push(&c->chunks, f->chunk);
	p->taken[f->chunk] = true;
	c->next = number + 1;
	return true;
}

/** Looks at all labels once. Returns false if a chunk was left for the next look. */
static bool look_once(struct dt_pool *p, void (*begin)(void *arg, struct dt_chain *c), void *arg)
{
	dt_vec(struct found) found = {0};
	bool all = true, has_room = false;
	uint64_t label;

	for (uint32_t i = 0; i < p->n; i++) {
		if (p->taken[i])
			continue;
		label = __atomic_load_n(&p->head->labels[i], __ATOMIC_ACQUIRE);
		has_room |= !label;
		if (label)
			dt_vec_push(&found, (struct found){label, i});
	}
	if (has_room && __atomic_load_n(&p->head->is_full, __ATOMIC_RELAXED))
		__atomic_store_n(&p->head->is_full, 0, __ATOMIC_RELAXED);
	if (found.len)
		qsort(found.data, found.len, sizeof(*found.data), compare_labels);
	dt_vec_foreach (&found, f)
		all &= add_chunk(p, f, begin, arg);
	dt_vec_deinit(&found);
	return all;
}

void dt_pool_look(struct dt_pool *p, void (*begin)(void *arg, struct dt_chain *c), void *arg)
{
	// Of what the first look has seen, the second one sees the beginning, too.
	if (!look_once(p, begin, arg))
		look_once(p, begin, arg);
}

uint64_t dt_chain_end(const struct dt_chain *c)
{
	return (c->base + c->chunks.len) << c->pool->shift;
}

uint8_t *dt_chain_at(const struct dt_chain *c, uint64_t pos)
{
	const struct dt_pool *p = c->pool;

	return p->data + ((uint64_t)c->chunks.data[(pos >> p->shift) - c->base] << p->shift) +
	       (pos & (p->chunk - 1));
}

void dt_chain_release(struct dt_chain *c, uint64_t pos)
{
	struct dt_pool *p = c->pool;
	uint64_t n = (pos >> p->shift) - c->base;

	if (n >= c->chunks.len)
		n = c->chunks.len ? c->chunks.len - 1 : 0;
	for (uint64_t k = 0; k < n; k++) {
		uint32_t i = c->chunks.data[k];

		memset(p->data + i * p->chunk, 0, p->chunk);
		p->taken[i] = false;
		__atomic_store_n(&p->head->labels[i], 0, __ATOMIC_RELEASE);
	}
	if (!n)
		return;
	memmove(c->chunks.data, c->chunks.data + n, (c->chunks.len - n) * sizeof(*c->chunks.data));
	c->chunks.len -= n;
	c->base += n;
	p->n_behind -= n;
}

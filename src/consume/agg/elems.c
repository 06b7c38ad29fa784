/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The index stores the hashes. Thus a key is rarely compared with a different key, and growing the
 * index does not hash keys again. Many keys are removed at a time; the index is then rebuilt.
 */
#include "consume/agg/elems.h"

#include "base/map.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

enum { CHUNK = 1 << 18, FEWEST = 8 };

static size_t round8(size_t n)
{
	return (n + 7) & ~(size_t)7;
}

/** Allocates a chunk and divides it into pieces. The first chunks are small. */
static void grow_pool(struct dt_pieces *p)
{
	size_t bytes = p->chunks.len > 6 ? CHUNK : (size_t)4096 << p->chunks.len;
	size_t n = bytes / p->size < FEWEST ? FEWEST : bytes / p->size;
	char *chunk = dt_malloc(n * p->size);

	dt_vec_push(&p->chunks, (void *)chunk);
	for (char *at = chunk + n * p->size; at > chunk;) {
		at -= p->size;
		*(void **)at = p->free;
		p->free = at;
	}
}

static void *take_piece(struct dt_pieces *p)
{
	if (!p->free)
		grow_pool(p);
	void *piece = p->free;

	p->free = *(void **)piece;
	return memset(piece, 0, p->size);
}

static void free_piece(struct dt_pieces *p, void *piece)
{
	*(void **)piece = p->free;
	p->free = piece;
}

static void pool_deinit(struct dt_pieces *p)
{
	dt_vec_foreach (&p->chunks, chunk)
		free(*chunk);
	dt_vec_deinit(&p->chunks);
}

void dt_elems_init(struct dt_elems *e, size_t n_words, size_t key_size)
{
	*e = (struct dt_elems){
	    .n_words = n_words,
	    .key_size = key_size,
	    .pool.size = sizeof(struct dt_agg_elem) + 8 * n_words + round8(key_size),
	    .bases.size = 8 * n_words,
	    .givens.size = 8 * (n_words + 1),
	};
}

void dt_elems_deinit(struct dt_elems *e)
{
	pool_deinit(&e->pool);
	pool_deinit(&e->bases);
	pool_deinit(&e->givens);
	dt_vec_deinit(&e->v);
	free(e->index);
}

static uint32_t hash_of(const struct dt_elems *e, const uint8_t *key)
{
	return (uint32_t)dt_hash_bytes(key, e->key_size);
}

/** Returns the slot of the key, or the free slot for it. */
static struct dt_elem_slot *find_slot(const struct dt_elems *e, const uint8_t *key, uint32_t hash)
{
	for (size_t i = hash;; i++) {
		struct dt_elem_slot *s = &e->index[i & (e->index_cap - 1)];

		if (!s->number ||
		    (s->hash == hash &&
		     !memcmp(dt_elem_key(e, e->v.data[s->number - 1]), key, e->key_size)))
			return s;
	}
}

struct dt_agg_elem *dt_elems_find(const struct dt_elems *e, const uint8_t *key)
{
	if (!e->v.len)
		return NULL;
	const struct dt_elem_slot *s = find_slot(e, key, hash_of(e, key));

	return s->number ? e->v.data[s->number - 1] : NULL;
}

static void put_slot(struct dt_elems *e, struct dt_elem_slot slot)
{
	size_t i = slot.hash & (e->index_cap - 1);

	while (e->index[i].number)
		i = (i + 1) & (e->index_cap - 1);
	e->index[i] = slot;
}

static void enlarge_index(struct dt_elems *e)
{
	struct dt_elem_slot *old = e->index;
	size_t n = e->index_cap;

	e->index_cap = n ? 2 * n : 64;
	e->index = dt_zalloc(e->index_cap * sizeof(*e->index));
	for (size_t i = 0; i < n; i++)
		if (old[i].number)
			put_slot(e, old[i]);
	free(old);
}

struct dt_agg_elem *dt_elems_add(struct dt_elems *e, const uint8_t *key)
{
	uint32_t hash = hash_of(e, key);

	if (4 * (e->v.len + 1) > 3 * e->index_cap)
		enlarge_index(e);
	struct dt_elem_slot *s = find_slot(e, key, hash);
	if (s->number)
		return e->v.data[s->number - 1];
	struct dt_agg_elem *elem = take_piece(&e->pool);
	memcpy(dt_elem_key(e, elem), key, e->key_size);
	dt_vec_push(&e->v, elem);
	*s = (struct dt_elem_slot){hash, (uint32_t)e->v.len};
	return elem;
}

void dt_elems_add_base(struct dt_elems *e, struct dt_agg_elem *elem)
{
	if (!elem->base)
		elem->base = take_piece(&e->bases);
}

void dt_elems_add_given(struct dt_elems *e, struct dt_agg_elem *elem)
{
	if (!elem->given)
		elem->given = take_piece(&e->givens);
}

void dt_elems_remove(struct dt_elems *e,
		     bool (*is_removed)(const struct dt_elems *e, const struct dt_agg_elem *elem))
{
	size_t kept = 0;

	if (!e->v.len)
		return;
	for (size_t i = 0; i < e->v.len; i++) {
		struct dt_agg_elem *elem = e->v.data[i];

		if (!is_removed(e, elem)) {
			e->v.data[kept++] = elem;
			continue;
		}
		if (elem->base)
			free_piece(&e->bases, elem->base);
		if (elem->given)
			free_piece(&e->givens, elem->given);
		free_piece(&e->pool, elem);
	}
	e->v.len = kept;
	memset(e->index, 0, e->index_cap * sizeof(*e->index));
	for (size_t i = 0; i < kept; i++)
		put_slot(e, (struct dt_elem_slot){hash_of(e, dt_elem_key(e, e->v.data[i])),
						  (uint32_t)i + 1});
}

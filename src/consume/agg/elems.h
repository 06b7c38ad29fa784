/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The elements of an aggregation by their keys: made for a million of them. An element, its value
 * and its key are one piece of memory, cut from large ones; nothing moves.
 */
#ifndef DT_CONSUME_AGG_ELEMS_H
#define DT_CONSUME_AGG_ELEMS_H

#include "base/vec.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct dt_agg_elem {
	uint64_t *base;	  // what clear() and trunc() hide; NULL: nothing
	bool present;	  // to be printed
	bool hidden;	  // by trunc(), until there is new data
	bool doomed;	  // by the trunc() that is at work
	uint64_t value[]; // merged words, base subtracted; then the key, a canonical tuple
};

/** Pieces of one size, that are given back all at once or one by one. */
struct dt_pool {
	size_t size; // bytes, a multiple of 8
	void *free;  // each begins with the address of the next one
	dt_vec(void *) chunks;
};

struct dt_elems {
	size_t n_words, key_size;
	dt_vec(struct dt_agg_elem *) v; // in the order of their coming
	struct dt_elem_slot {
		uint32_t hash;
		uint32_t number; // in v, from 1; 0: free
	} * index;		 // open addressing
	size_t index_cap;	 // a power of two
	struct dt_pool pool, bases;
};

void dt_elems_init(struct dt_elems *e, size_t n_words, size_t key_size);
void dt_elems_deinit(struct dt_elems *e);

static inline uint8_t *dt_elem_key(const struct dt_elems *e, const struct dt_agg_elem *elem)
{
	return (uint8_t *)(elem->value + e->n_words);
}

/** The element of the key, or NULL. */
struct dt_agg_elem *dt_elems_find(const struct dt_elems *e, const uint8_t *key);
/** The same, made with a value of zeros if there is none. */
struct dt_agg_elem *dt_elems_add(struct dt_elems *e, const uint8_t *key);
/** Give the element a base of zeros, unless it has one. */
void dt_elems_add_base(struct dt_elems *e, struct dt_agg_elem *elem);
/** Remove all elements that `goes` says. */
void dt_elems_remove(struct dt_elems *e,
		     bool (*goes)(const struct dt_elems *e, const struct dt_agg_elem *elem));

#endif

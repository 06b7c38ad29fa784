/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The elements of an aggregation by their keys, designed for a million elements. Each element is a
 * piece of a large block of memory, with its value and its key. Elements never move.
 */
#ifndef DT_CONSUME_AGG_ELEMS_H
#define DT_CONSUME_AGG_ELEMS_H

#include "base/vec.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct dt_agg_elem {
	uint64_t *base;	 // values that clear() and trunc() hide; NULL: none
	uint64_t *given; // for dt_agg_snapshot_take(): time of the last change, then the words that
			 // it has given away; NULL: none
	bool present;	 // to be printed
	bool hidden;	 // by trunc(), until there is new data
	bool doomed;	 // by the current trunc()
	uint64_t value[]; // merged words, base subtracted; then the key, a canonical tuple
};

/** Pieces of one size, which are freed all at once or one by one. */
struct dt_pieces {
	size_t size; // bytes, a multiple of 8
	void *free;  // list; each piece begins with the address of the next one
	dt_vec(void *) chunks;
};

struct dt_elems {
	size_t n_words, key_size;
	dt_vec(struct dt_agg_elem *) v; // in the order of insertion
	struct dt_elem_slot {
		uint32_t hash;
		uint32_t number; // in v, from 1; 0: free
	} * index;		 // open addressing
	size_t index_cap;	 // a power of two
	struct dt_pieces pool, bases, givens;
};

void dt_elems_init(struct dt_elems *e, size_t n_words, size_t key_size);
void dt_elems_deinit(struct dt_elems *e);

static inline uint8_t *dt_elem_key(const struct dt_elems *e, const struct dt_agg_elem *elem)
{
	return (uint8_t *)(elem->value + e->n_words);
}

/** Returns the element of the key, or NULL. */
struct dt_agg_elem *dt_elems_find(const struct dt_elems *e, const uint8_t *key);
/** Returns the element of the key. If there is none, creates it with a value of zeros. */
struct dt_agg_elem *dt_elems_add(struct dt_elems *e, const uint8_t *key);
/** Gives the element a base of zeros unless it has one. */
void dt_elems_add_base(struct dt_elems *e, struct dt_agg_elem *elem);
/** Gives the element `given` words of zeros unless it has some. */
void dt_elems_add_given(struct dt_elems *e, struct dt_agg_elem *elem);
/** Removes all elements for which `is_removed` returns true. */
void dt_elems_remove(struct dt_elems *e,
		     bool (*is_removed)(const struct dt_elems *e, const struct dt_agg_elem *elem));

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Lists of free blocks by size. There are four sizes from one power of two to the next, so a block
 * wastes at most a fifth. The lists are stacks: the last block that was freed is likely cached.
 *
 * Decision: docs/dev/decisions/0084-memory-of-batches-used-again.md
 */
#include "consume/sink/pool.h"

#include "base/mem.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum {
	MIN_SHIFT = 6, // of the smallest size
	STEPS = 4,     // from a power of two to the next
	SIZES = (48 - MIN_SHIFT) * STEPS,
};

/** The header of a block. Its size keeps the contents aligned. */
struct block {
	union {
		struct dt_pool *pool; // in use
		struct block *next;   // free
	};
	size_t number; // of its size
};

struct dt_pool {
	pthread_mutex_t lock;
	struct block *free[SIZES];
	size_t kept, max; // bytes of free blocks
	size_t n_users;	  // the owner, and blocks in use
};

/** Returns the bytes of blocks with a number. */
static size_t size_of(size_t number)
{
	return (STEPS + number % STEPS) << (number / STEPS + MIN_SHIFT - 2);
}

/** Returns the number of the smallest size for that many bytes. */
static size_t number_of(size_t size)
{
	size_t number = 0;

	if (size > size_of(0)) {
		unsigned shift = 63 - (unsigned)__builtin_clzll(size - 1); // of its power of two

		number = (shift - MIN_SHIFT) * STEPS + ((size - 1) >> (shift - 2)) % STEPS + 1;
	}
	return number;
}

struct dt_pool *dt_pool_create(size_t max)
{
	struct dt_pool *p = dt_zalloc(sizeof(*p));

	pthread_mutex_init(&p->lock, NULL);
	p->max = max;
	p->n_users = 1;
	return p;
}

/** Unlocks the pool, and destroys it after its last use. */
static void end_use(struct dt_pool *p)
{
	bool is_last = !--p->n_users;

	pthread_mutex_unlock(&p->lock);
	if (!is_last)
		return;
	pthread_mutex_destroy(&p->lock);
	free(p);
}

void dt_pool_release(struct dt_pool *p)
{
	if (!p)
		return;
	pthread_mutex_lock(&p->lock);
	for (size_t i = 0; i < SIZES; i++)
		for (struct block *b; (b = p->free[i]);) {
			p->free[i] = b->next;
			free(b);
		}
	p->max = p->kept = 0;
	end_use(p);
}

void *dt_pool_alloc(struct dt_pool *p, size_t size)
{
	size_t number = number_of(size);
	struct block *b;

	pthread_mutex_lock(&p->lock);
	p->n_users++;
	b = p->free[number];
	if (b) {
		p->free[number] = b->next;
		p->kept -= size_of(number);
	}
	pthread_mutex_unlock(&p->lock);
	if (!b)
		b = dt_malloc(sizeof(*b) + size_of(number));
	b->pool = p;
	b->number = number;
	return b + 1;
}

size_t dt_pool_size(const void *block)
{
	return size_of(((const struct block *)block - 1)->number);
}

void dt_pool_free(void *block)
{
	struct block *b;
	struct dt_pool *p;
	size_t size;

	if (!block)
		return;
	b = (struct block *)block - 1;
	p = b->pool;
	size = size_of(b->number);
	pthread_mutex_lock(&p->lock);
	if (p->kept + size <= p->max) {
		b->next = p->free[b->number];
		p->free[b->number] = b;
		p->kept += size;
		b = NULL;
	}
	end_use(p);
	free(b);
}

void *dt_pool_realloc(struct dt_pool *p, void *block, size_t size)
{
	void *larger;

	if (block && dt_pool_size(block) >= size)
		return block;
	larger = dt_pool_alloc(p, size);
	if (block)
		memcpy(larger, block, dt_pool_size(block));
	dt_pool_free(block);
	return larger;
}

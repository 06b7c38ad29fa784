/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * A pool of memory blocks that are used again. New memory is expensive: the kernel zeroes each
 * page.
 *
 * Blocks may outlive the owner of the pool, and any thread may free them.
 */
#ifndef DT_CONSUME_SINK_POOL_H
#define DT_CONSUME_SINK_POOL_H

#include <stddef.h>

struct dt_pool;

/** Creates a pool that keeps up to `max` bytes of free blocks. */
struct dt_pool *dt_pool_create(size_t max);
/** Ends the use by the owner, and frees the free blocks. The pool lives until its last block is
 * freed. NULL is fine. */
void dt_pool_release(struct dt_pool *p);

/** Returns a block of at least `size` bytes, aligned to 16, with any contents. Never NULL. */
void *dt_pool_alloc(struct dt_pool *p, size_t size);
/** Returns a block of at least `size` bytes that begins with the contents of `block`, and frees
 * `block`. NULL: an empty one. */
void *dt_pool_realloc(struct dt_pool *p, void *block, size_t size);
/** Returns the size of a block. */
size_t dt_pool_size(const void *block);
/** Frees a block. NULL is fine. */
void dt_pool_free(void *block);

#endif

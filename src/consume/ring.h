/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Reading one BPF ring buffer in place.
 *
 * The kernel shares three regions: the consumer's position (ours to write), the producer's
 * position, and the data, mapped twice in a row so that every record is contiguous. A record begins
 * with a u32 length, whose top bits say "busy" (reserved, not yet submitted) and "discarded", and
 * is padded to 8 bytes. Source: Documentation/bpf/ringbuf.rst.
 *
 * Reading and freeing are separate: the reader may hold records while it looks at later ones.
 */
#ifndef DT_CONSUME_RING_H
#define DT_CONSUME_RING_H

#include "base/error.h"

#include <stdbool.h>
#include <stdint.h>

struct dt_ring {
	uint64_t *consumer;	  // shared; everything before it is free for the kernel
	const uint64_t *producer; // shared
	const uint8_t *data;
	uint64_t size;	  // bytes, a power of two
	uint64_t at;	  // next record to read
	uint64_t damaged; // lengths that made no sense, each skipped to the producer's position
	void *maps[2];	  // NULL: the memory is not ours
	size_t map_sizes[2];
};

/** Map a ring buffer's descriptor, which stays the caller's. */
struct dt_error *dt_ring_init(struct dt_ring *r, int fd) dt_must_use;
/** The same over given memory: `data` is 2 * size bytes. */
void dt_ring_init_memory(struct dt_ring *r, uint64_t *consumer, const uint64_t *producer,
			 const uint8_t *data, uint64_t size);
void dt_ring_deinit(struct dt_ring *r);

/** Anything reserved that has not been read? */
bool dt_ring_pending(const struct dt_ring *r);
/** Bytes that are not free for the kernel. */
uint64_t dt_ring_used(const struct dt_ring *r);
/**
 * The next submitted record, or NULL: none, or the next one is busy (*busy, if not NULL, is set
 * then). *pos is its position for dt_ring_release().
 */
const uint8_t *dt_ring_next(struct dt_ring *r, uint32_t *len, uint64_t *pos, bool *busy);
/** Free everything before the position. */
void dt_ring_release(struct dt_ring *r, uint64_t pos);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Reading one CPU's ring in place. Its layout stands in abi/layout.h (struct dt_ring_hdr).
 *
 * Reading and freeing are separate: the reader may hold records while it looks at later ones.
 */
#ifndef DT_CONSUME_RING_H
#define DT_CONSUME_RING_H

#include "abi/layout.h"

#include <stdbool.h>
#include <stdint.h>

struct dt_ring {
	struct dt_cpu *cpu; // shared: programs move its head, we its tail
	uint8_t *data;	    // shared; `size` bytes
	uint64_t size;	    // of the ring, a power of two
	uint64_t chunk;	    // of its chunks, a power of two
	uint64_t at;	    // next record to read
	bool overwrite;	    // bufpolicy=ring
	uint64_t damaged;   // headers that made no sense, each skipped to the head
};

/** The memory is the caller's. */
void dt_ring_init(struct dt_ring *r, struct dt_cpu *cpu, void *data, uint64_t size, uint64_t chunk);

/** bufpolicy=ring: begin with the oldest chunk that was not begun again; programs have ended.
 * False: one is still writing. */
bool dt_ring_rewind(struct dt_ring *r);

/** Anything claimed that has not been read? */
bool dt_ring_pending(const struct dt_ring *r);
/** Bytes that are not free for programs. */
uint64_t dt_ring_used(const struct dt_ring *r);
/**
 * The next complete record and its length (up to 7 bytes more than it was claimed with), or NULL:
 * none, or the next one is not complete (*busy, if not NULL, is set then). *pos is its position for
 * dt_ring_release().
 */
const uint8_t *dt_ring_next(struct dt_ring *r, uint32_t *len, uint64_t *pos, bool *busy);
/** Free everything before the position. */
void dt_ring_release(struct dt_ring *r, uint64_t pos);

#endif

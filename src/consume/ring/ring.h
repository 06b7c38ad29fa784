/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Reading one CPU's ring in place. Its layout stands in abi/layout.h (struct dt_ring_hdr).
 *
 * Reading and freeing are separate: the reader may hold records while it looks at later ones. It
 * may also pass an open record, whose program sleeps, and read it when it is complete; until then
 * nothing from there on is freed.
 */
#ifndef DT_CONSUME_RING_H
#define DT_CONSUME_RING_H

#include "abi/layout.h"
#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>

struct dt_ring {
	struct dt_cpu *cpu;	 // shared: programs move its head, we its tail
	uint8_t *data;		 // shared; `size` bytes
	uint64_t size;		 // of the ring, a power of two
	uint64_t chunk;		 // of its chunks, a power of two
	uint64_t at;		 // next record to read
	bool overwrite;		 // bufpolicy=ring
	uint64_t damaged;	 // headers that made no sense, each skipped to the head
	dt_vec(uint64_t) passed; // positions of open records, in their order
};

/** The memory is the caller's. */
void dt_ring_init(struct dt_ring *r, struct dt_cpu *cpu, void *data, uint64_t size, uint64_t chunk);
void dt_ring_deinit(struct dt_ring *r);

/** bufpolicy=ring: is there an open record? */
bool dt_ring_is_written(const struct dt_ring *r);
/** bufpolicy=ring: begin with the oldest chunk that was not begun again; nothing is claimed any
 * more. */
void dt_ring_rewind(struct dt_ring *r);

/** Anything claimed that has not been read? What was passed counts when it is complete. */
bool dt_ring_pending(const struct dt_ring *r);
/** Of what reading can free, is more than one part in `parts` not free? */
bool dt_ring_filling(const struct dt_ring *r, unsigned parts);
/** Records that are not complete, as far as they are known. */
uint64_t dt_ring_open(const struct dt_ring *r);
/**
 * The next complete record and its length (up to 7 bytes more than it was claimed with), or NULL:
 * none, or the next one is not complete (*busy, if not NULL, is set then). *pos is its position for
 * dt_ring_release().
 */
const uint8_t *dt_ring_next(struct dt_ring *r, uint32_t *len, uint64_t *pos, bool *busy);
/** Pass the record that is not complete; false: its length is not known. */
bool dt_ring_pass(struct dt_ring *r);
/** The same as dt_ring_next(), of records that were passed and are complete now. */
const uint8_t *dt_ring_late(struct dt_ring *r, uint32_t *len, uint64_t *pos);
/** Free everything before the position that is also before the first record that was passed. */
void dt_ring_release(struct dt_ring *r, uint64_t pos);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Reads one CPU's ring in place. abi/layout.h (struct dt_ring_hdr) describes its layout. The chunks
 * of a lane (ring/pool.h) are a ring, too, which never holds an open record but at its end.
 *
 * Reading and freeing are separate: the reader may hold records while it looks at later ones. It
 * may also pass an open record, whose program sleeps, and read it when it is complete. Until then,
 * no space from that record on is freed.
 */
#ifndef DT_CONSUME_RING_H
#define DT_CONSUME_RING_H

#include "abi/layout.h"
#include "base/vec.h"
#include "consume/ring/pool.h"

#include <stdbool.h>
#include <stdint.h>

struct dt_ring {
	struct dt_cpu *cpu;	// shared: programs move its head, we its tail
	uint8_t *data;		// shared; `size` bytes
	uint64_t size;		// of the ring, a power of two
	struct dt_chain *chain; // the chunks of a lane, in `data`; NULL: a ring in one piece
	uint64_t chunk;		// of its chunks, a power of two
	uint64_t at;		// next record to read
	uint64_t tail;		// everything before it is freed
	bool names_cpu;		// headers have the CPU
	/** Private memory of the ring's size: each record is copied there before it is read,
	 * because a process may overwrite the ring at any time. NULL: records are read in place. */
	uint8_t *mirror;
	uint64_t end;	// with a mirror: a drain reads no further, or the process could prolong it
	bool overwrite; // bufpolicy=ring
	uint64_t damaged;	 // invalid headers; each makes the reader skip to the head
	uint64_t abandoned;	 // records of a chain that no program completes any more
	dt_vec(uint64_t) passed; // positions of passed records, ascending
};

/** The caller keeps owning the memory. */
void dt_ring_init(struct dt_ring *r, struct dt_cpu *cpu, void *data, uint64_t size, uint64_t chunk);
/** The same for the chunks of a lane; the caller keeps owning them, too. */
void dt_ring_init_chain(struct dt_ring *r, struct dt_cpu *cpu, struct dt_chain *chain);
void dt_ring_deinit(struct dt_ring *r);

/** bufpolicy=ring: reports whether there is an open record. */
bool dt_ring_is_written(const struct dt_ring *r);
/** bufpolicy=ring: moves to the oldest chunk that was not overwritten. Programs must have stopped
 *  claiming records. */
void dt_ring_rewind(struct dt_ring *r);

/** With a mirror: a drain begins, and reads what is claimed now. */
void dt_ring_begin(struct dt_ring *r);

/** Reports whether a claimed record was not read. A passed record counts once it is complete. */
bool dt_ring_pending(const struct dt_ring *r);
/** Reports whether more than 1/parts of the space that reading can free is in use. */
bool dt_ring_filling(const struct dt_ring *r, unsigned parts);
/** Returns the number of known records that are not complete. */
uint64_t dt_ring_open(const struct dt_ring *r);
/**
 * Returns the next complete record and its length, which is up to 7 bytes more than was claimed.
 * Returns NULL if there is none, or if the next one is not complete; in that case it sets *busy,
 * unless busy is NULL. *pos is the position for dt_ring_release().
 */
const uint8_t *dt_ring_next(struct dt_ring *r, uint32_t *len, uint64_t *pos, bool *busy);
/** Returns the CPU of the record at `pos`, if headers have it. */
unsigned dt_ring_cpu(const struct dt_ring *r, uint64_t pos);
/** Passes the incomplete record. Returns false if its length is unknown. */
bool dt_ring_pass(struct dt_ring *r);
/** Like dt_ring_next(), for passed records that are now complete. */
const uint8_t *dt_ring_late(struct dt_ring *r, uint32_t *len, uint64_t *pos);
/** Frees everything before the position, but nothing from the first passed record on. */
void dt_ring_release(struct dt_ring *r, uint64_t pos);

#endif

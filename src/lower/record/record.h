/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The record of a clause.
 *
 *	record.c    claims and completes it            ring.c  the rings
 *	describe.c  its description for the consumer   time.c  its time
 *	token.c     speculations that it ends
 */
#ifndef DT_LOWER_RECORD_H
#define DT_LOWER_RECORD_H

#include "lower/firing/gen.h"

enum { DT_RECORD_GUARDS = 64 }; // max. arms of if/else with actions in a clause: bits of the mask

// ---- record.c
void dt_gen_record_begin(struct dt_gen *g);
/** Discards the record, if there is one. */
void dt_gen_record_abandon(struct dt_gen *g);
/** Save the record's position before a cut, and find the record in the next program. */
void dt_gen_record_suspend(struct dt_gen *g);
void dt_gen_record_resume(struct dt_gen *g);
/** Generates the exits for a full ring and for discarding. They jump to `end` or fall through. */
void dt_gen_record_exits(struct dt_gen *g, dt_label end);
/** Submits the record and generates the exits. */
void dt_gen_record_end(struct dt_gen *g, dt_label end);
/** Records the fault itself, in the function of the ERROR clauses. */
void dt_gen_record_of_fault(struct dt_gen *g);

// ---- describe.c
/** Describes a complete clause for the consumer. */
void dt_gen_record_describe(struct dt_gen *g);

// ---- token.c
/** Frees the speculations that the actions of a complete record have ended. */
void dt_gen_record_free_tokens(struct dt_gen *g);

// ---- ring.c
/** Returns the bytes that a record of `size` bytes occupies in the ring. */
int64_t dt_ring_whole(int64_t size);
/** Claims `bytes` in this CPU's ring. Returns the record's address and sets *pos to its offset. */
dt_reg dt_gen_ring_claim(struct dt_gen *g, dt_reg bytes, dt_label full, dt_reg *pos);
/** Returns the address of the record claimed at `pos`. Never fails at run time. */
dt_reg dt_gen_ring_find(struct dt_gen *g, dt_reg pos, dt_reg bytes, dt_label fail);
/** Submit or discard a claimed record. */
void dt_gen_ring_submit(struct dt_gen *g, dt_reg rec, dt_reg bytes);
void dt_gen_ring_discard(struct dt_gen *g, dt_reg rec, dt_reg bytes);
/** Ends a failed claim. */
void dt_gen_ring_done(struct dt_gen *g);

// ---- time.c
/** Sets the time of the firing to 0, or to the time that the previous program handed on. */
void dt_gen_record_init_time(struct dt_gen *g);
/** Saves the time for the next program. Returns false if no clause needed it. */
bool dt_gen_record_hand_on_time(struct dt_gen *g);
/** Returns the time of the firing for a fault. */
dt_reg dt_gen_record_fault_time(struct dt_gen *g);
/** Find the time for the clause's record at its start, and return the time to record. */
void dt_gen_record_find_time(struct dt_gen *g);
dt_reg dt_gen_record_time(struct dt_gen *g);

#endif

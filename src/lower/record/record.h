/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The record of a clause.
 *
 *	record.c    from its claim to its end          ring.c  the rings
 *	describe.c  what the consumer decodes it with  time.c  the time that it bears
 *	token.c     speculations that it ends
 */
#ifndef DT_LOWER_RECORD_H
#define DT_LOWER_RECORD_H

#include "lower/builtin.h"

enum { DT_RECORD_GUARDS = 64 }; // arms of if/else with actions in one clause: bits of the mask

/** What is known of a record when its clause has been lowered; code before has late constants. */
struct dt_late_record {
	int64_t whole;	 // bytes in the ring, header included
	int64_t spilled; // where it lies in the slot if it found no room
};

/** A token in the record of a speculation that has ended. */
struct dt_record_token {
	struct dt_record_token *next;
	uint32_t at; // in the record
	int guard;   // of the action
};

/** The record of the clause that is being lowered. */
struct dt_gen_record {
	bool used;		     // there is one
	bool unguarded;		     // some action runs whenever the clause does
	bool vital;		     // it is written even if the ring is full
	bool has_mask, has_thread;   // words of the payload
	struct dt_late_record *late; // arena
	dt_reg bytes, pos, rec; // in this program: its size, its place in the ring, its address
	dt_reg mask;		// the arms that ran
	dt_label full;		// where claiming failed
	dt_label discard;	// gives the record up and leaves the clause; 0: none
	uint32_t payload;	// bytes so far
	unsigned n_guards;
	int *guard;			// of the innermost arm; -1: not given yet; NULL: no arm
	struct dt_action_desc *actions; // arena, grown by doubling
	size_t n_actions, cap_actions;
	struct dt_action_desc *act;	// the one that is open
	struct dt_record_token *tokens; // of speculations that actions end; arena
};

// ---- record.c
void dt_gen_record_begin(struct dt_gen *g);
/** Give up the record, if there is one. */
void dt_gen_record_abandon(struct dt_gen *g);
/** Before the program is cut: keep what finds the record again; and find it, in the next one. */
void dt_gen_record_suspend(struct dt_gen *g);
void dt_gen_record_resume(struct dt_gen *g);
/** The ways out that need no statement: they go on to `end` or fall through. */
void dt_gen_record_exits(struct dt_gen *g, dt_label end);
/** Submit; then the exits. */
void dt_gen_record_end(struct dt_gen *g, dt_label end);
/** In the function of the ERROR clauses: tell the consumer of the fault itself. */
void dt_gen_record_of_fault(struct dt_gen *g);

// ---- describe.c
/** The clause is complete: give the consumer its description. */
void dt_gen_record_describe(struct dt_gen *g);

// ---- token.c
/** The record is complete: free the speculations that its actions have ended. */
void dt_gen_record_free_tokens(struct dt_gen *g);

// ---- ring.c
/** Bytes that a record of `size` takes in the ring. */
int64_t dt_ring_whole(int64_t size);
/** Claim `bytes` in this CPU's ring: the address of the record, and its place there. */
dt_reg dt_gen_ring_claim(struct dt_gen *g, dt_reg bytes, dt_label full, dt_reg *pos);
/** The address of what was claimed at `pos`; it never fails. */
dt_reg dt_gen_ring_find(struct dt_gen *g, dt_reg pos, dt_reg bytes, dt_label fail);
/** The record is complete; it is given up. */
void dt_gen_ring_submit(struct dt_gen *g, dt_reg rec, dt_reg bytes);
void dt_gen_ring_discard(struct dt_gen *g, dt_reg rec, dt_reg bytes);
/** A claim has failed. */
void dt_gen_ring_done(struct dt_gen *g);

// ---- time.c
/** Before the clauses of a program: 0, or what the program before handed on. */
void dt_gen_record_init_time(struct dt_gen *g);
/** At the end of a program: put it where the next one finds it; false: no clause needed it. */
bool dt_gen_record_hand_on_time(struct dt_gen *g);
/** The time of the firing, for a clause that faults. */
dt_reg dt_gen_record_fault_time(struct dt_gen *g);
/** ... for the record of the clause: at its begin, and what stands in the record. */
void dt_gen_record_find_time(struct dt_gen *g);
dt_reg dt_gen_record_time(struct dt_gen *g);

#endif

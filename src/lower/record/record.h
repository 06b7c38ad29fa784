/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The record of a clause: its place in the ring, and the description that the consumer decodes
 * with.
 */
#ifndef DT_LOWER_RECORD_H
#define DT_LOWER_RECORD_H

#include "lower/builtin.h"

enum { DT_RECORD_GUARDS = 64 }; // arms of if/else with actions in one clause: bits of the mask

/** Code in a program before that waits for what is known of the clause's record at its end. */
struct dt_record_patch {
	struct dt_ir_func *f;
	size_t begin, end; // goes if nothing is recorded at all
	enum {
		DT_PATCH_NONE,
		DT_PATCH_SIZE,	  // the immediate of `at` is the record's size,
		DT_PATCH_DISCARD, // its size as a word that gives it up,
		DT_PATCH_SPILL,	  // where it lies in the slot if it found no room
	} kind;
	size_t at;
};

/** A token in the record of a speculation that has ended. */
struct dt_record_token {
	struct dt_record_token *next;
	uint32_t at; // in the record
	int guard;   // of the action
};

/** The record of the clause that is being lowered. */
struct dt_gen_record {
	bool used;		      // some action records
	bool unguarded;		      // some action runs whenever the clause does
	size_t begin, end, size_insn; // the code that reserves it; its size
	size_t time_begin, time_end;  // the code that reads the clock for the firing, if any
	dt_reg rec, mask;
	dt_label full;	   // where reserving failed
	dt_label discard;  // gives the record up and leaves the clause; 0: none
	bool vital;	   // runs even if the ring is full
	size_t spill_insn; // where its record is then placed
	bool has_mask, has_thread;
	dt_reg pos;			 // where it begins in the ring
	struct dt_record_patch *patches; // in programs that were cut within the clause; arena
	size_t n_patches, cap_patches;
	uint32_t payload;
	unsigned n_guards;
	int *guard;			// of the innermost arm; -1: not given yet; NULL: no arm
	struct dt_action_desc *actions; // arena, grown by doubling
	size_t n_actions, cap_actions;
	struct dt_action_desc *act;	// the one that is open
	struct dt_record_token *tokens; // of speculations that actions end; arena
};

/**
 * The time of the firing, by which the consumer finds records of one firing and keeps them
 * together: read for the first clause that records or faults. Before clauses of a program: 0, or
 * what the program before handed on.
 */
void dt_gen_record_init_time(struct dt_gen *g);
/** At the end of a program: put it where the next one finds it; false: nobody needed it. */
bool dt_gen_record_hand_on_time(struct dt_gen *g);
/** The same for a clause that faults. */
dt_reg dt_gen_record_fault_time(struct dt_gen *g);

void dt_gen_record_begin(struct dt_gen *g);
/** Give up the record, if there is one; `goes_on`: that is not known yet. */
void dt_gen_record_abandon(struct dt_gen *g, bool goes_on);
/** Before the program is cut: keep what describes the record. */
void dt_gen_record_suspend(struct dt_gen *g);
/** The ways out of the part of the clause in this program; they end at its end or fall through. */
void dt_gen_record_exits(struct dt_gen *g);
/** In the next program: find the record again. */
void dt_gen_record_resume(struct dt_gen *g);
/** Submit; the discarding exits are placed after it. All ways end at `end` or fall through. */
void dt_gen_record_end(struct dt_gen *g, dt_label end);
void dt_gen_record_describe(struct dt_gen *g);
/** Claim a record of `size` bytes in this CPU's ring; its address. The constant that says `size` is
 *  instruction *size_insn, which the caller may still change. */
dt_reg dt_gen_ring_reserve(struct dt_gen *g, int64_t size, dt_label full, size_t *size_insn,
			   dt_reg *pos);
/** What was claimed, or could not be, is done with; dt_gen_ring_submit() does this itself. */
void dt_gen_ring_done(struct dt_gen *g);
/** The record is complete, or (`discard`) given up; `size` as reserved. */
void dt_gen_ring_submit(struct dt_gen *g, dt_reg rec, int64_t size, bool discard);

#endif

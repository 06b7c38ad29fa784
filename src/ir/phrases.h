/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Phrases of the environment: requests for which each executor has its own code, of several words
 * and instructions. A phrase appends that code. Lowering thus does not know how an executor divides
 * memory among the firings that run at the same time.
 *
 * A phrase that needs memory for a key or a result gets `room`, a stack object of 8 bytes.
 */
#ifndef DT_IR_PHRASES_H
#define DT_IR_PHRASES_H

#include "ir/ir.h"

/** The record rings, as the options shape them. */
struct dt_ir_rings {
	uint32_t size, chunk; // bytes of a ring and of its chunks, powers of two
	const char *claim;    // runtime function of the bufpolicy
	bool overwrites;
	bool has_pool; // executors with slots claim from a pool of chunks (DT_ENV_CLAIM)
};

/** Memory for a firing, in slots of a map. A slot is free if its first word is 0. */
struct dt_ir_scratch {
	unsigned map;
	bool is_held;  // the previous program of the firing has claimed a slot and handed it on
	bool hands_on; // the next program will use this slot
};

struct dt_ir_phrases {
	/** Returns the address of this firing's element of a map with `elems_per_cpu`, or 0. */
	dt_reg (*element)(struct dt_ir_func *f, unsigned map, dt_slot room);

	/** Sets `slot` to the address of a claimed slot and jumps to `have`. Control falls through
	 *  if no slot is free. */
	void (*claim_scratch)(struct dt_ir_func *f, const struct dt_ir_scratch *s, dt_reg slot,
			      dt_slot room, dt_label have);
	void (*release_scratch)(struct dt_ir_func *f, dt_reg slot);

	/** Claims `bytes` for a record with its header. Returns the address behind the header, and
	 *  writes the record's position to *pos. Jumps to `full` on failure. */
	dt_reg (*claim_record)(struct dt_ir_func *f, const struct dt_ir_rings *r, dt_reg bytes,
			       const dt_slot room[2], dt_label full, dt_reg *pos);
	/** Returns the address of the open record at `pos`, in a later program of the firing. */
	dt_reg (*find_record)(struct dt_ir_func *f, const struct dt_ir_rings *r, dt_reg pos,
			      dt_reg bytes, dt_slot room, dt_label fail);
	/** Publishes the record, whose header's word becomes `word`. */
	void (*publish_record)(struct dt_ir_func *f, dt_reg rec, dt_reg word);
	/** Ends a claim, after the record is published or after the claim failed. */
	void (*end_claim)(struct dt_ir_func *f, const struct dt_ir_rings *r, dt_slot room);
	/** Wakes the consumer if it sleeps. */
	void (*wake_consumer)(struct dt_ir_func *f, dt_slot room);
};

enum { DT_SCRATCH_LEVELS = 4 }; // slots per CPU: max. depth of preemption, or of signal handlers

/** Phrases of an executor whose firings stay on a CPU and preempt each other there. */
extern const struct dt_ir_phrases dt_ir_cpu_phrases;
/** The same by slot (DT_ENV_CPU), for firings that another CPU may continue. */
extern const struct dt_ir_phrases dt_ir_slot_phrases;

#endif

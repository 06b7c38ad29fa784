/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Phrases by CPU.
 *
 * Each CPU has a few slots of scratch memory, because another firing on the same CPU can preempt a
 * program. A firing takes the first free slot; one that preempts it takes the next. The first word
 * of a slot is 0 if the slot is free. A program that continues in another one hands on its slot.
 * The first word is then the context's address, by which the next program finds the slot. Firings
 * that overlap in time never share a context.
 *
 * A program claims bytes in this CPU's record ring (struct dt_ring_hdr), fills them in place, and
 * publishes them by the header's word.
 *
 * Slots of native programs are what CPUs are here, and records name the CPU as well.
 *
 * Decision: docs/dev/decisions/0008-record-rings-in-one-array.md
 */
#include "ir/phrases.h"

#include "abi/program.h"
#include "ir/executor.h"

#include <stddef.h>

static dt_reg find_element(struct dt_ir_func *f, unsigned map, dt_reg key)
{
	return dt_ir_env(f, DT_ENV_MAP_FIND, dt_ir_map(f, map), key);
}

static dt_reg cpu_element(struct dt_ir_func *f, unsigned map, dt_slot room)
{
	dt_reg cpu = dt_ir_env(f, DT_ENV_CPU);
	dt_reg key = dt_ir_slot_addr(f, room);

	dt_ir_store(f, 4, key, 0, cpu);
	return find_element(f, map, key);
}

/** The same by slot. A slot is a thread's, so its element is the thread's. */
static dt_reg slot_element(struct dt_ir_func *f, unsigned map, dt_slot room)
{
	(void)room;
	return dt_ir_env(f, DT_ENV_THREAD_FIND, dt_ir_map(f, map), dt_ir_const(f, 0));
}

// ---- scratch memory

/** Sets `slot` to slot `level`, or jumps to `none` if there is none. */
static void look_up_slot(struct dt_ir_func *f, unsigned map, dt_slot room, dt_reg first,
			 unsigned level, dt_reg slot, dt_label none)
{
	dt_reg at = dt_ir_slot_addr(f, room);

	dt_ir_store(f, 4, at, 0, dt_ir_bini(f, DT_IR_ADD, first, level));
	dt_ir_mov_to(f, slot, find_element(f, map, at));
	dt_ir_branchi(f, DT_IR_EQ, slot, 0, none);
}

static void claim_scratch(struct dt_ir_func *f, const struct dt_ir_scratch *s, dt_reg slot,
			  dt_slot room, dt_label have)
{
	dt_label none = dt_ir_label(f);
	dt_reg first =
	    dt_ir_bini(f, DT_IR_SHL, dt_ir_env(f, DT_ENV_CPU), __builtin_ctz(DT_SCRATCH_LEVELS));
	dt_reg owner = s->is_held || s->hands_on ? dt_ir_ctx(f) : dt_ir_const(f, 1), word;

	for (unsigned i = 0; i < DT_SCRATCH_LEVELS; i++) {
		look_up_slot(f, s->map, room, first, i, slot, none);
		if (s->is_held) {
			word = dt_ir_load(f, 8, slot, 0);
			dt_ir_branch(f, DT_IR_EQ, word, owner, have);
		} else {
			word = dt_ir_atomic(f, DT_IR_CMPXCHG, 8, slot, 0, owner, dt_ir_const(f, 0));
			dt_ir_branchi(f, DT_IR_EQ, word, 0, have);
		}
	}
	dt_ir_place(f, none);
}

static void release_scratch(struct dt_ir_func *f, dt_reg slot)
{
	dt_ir_storei(f, 8, slot, 0, 0);
}

/** The level of a firing is claimed already, and has its own slot. A firing that a jump or the end
 *  of its thread has left releases nothing, but its level is used again. */
static void claim_scratch_of_level(struct dt_ir_func *f, const struct dt_ir_scratch *s, dt_reg slot,
				   dt_slot room, dt_label have)
{
	dt_label none = dt_ir_label(f);
	dt_reg level = dt_ir_bini(f, DT_IR_SUB, dt_ir_env(f, DT_ENV_LEVEL), 1);

	look_up_slot(f, s->map, room, level, 0, slot, none);
	dt_ir_jump(f, have);
	dt_ir_place(f, none);
}

static void release_nothing(struct dt_ir_func *f, dt_reg slot)
{
	(void)f;
	(void)slot;
}

// ---- records

/** Returns the chunk that contains `pos`. The program must check it for NULL (no such CPU). */
static dt_reg chunk_of(struct dt_ir_func *f, const struct dt_ir_rings *r, dt_reg cpu, dt_reg pos,
		       dt_reg key)
{
	uint32_t n = r->size / r->chunk;
	dt_reg first = dt_ir_bini(f, DT_IR_MUL, cpu, n);
	dt_reg nth =
	    dt_ir_bini(f, DT_IR_AND, dt_ir_bini(f, DT_IR_SHR, pos, __builtin_ctz(r->chunk)), n - 1);

	dt_ir_store(f, 4, key, 0, dt_ir_bin(f, DT_IR_ADD, first, nth));
	return find_element(f, DT_MAP_RINGS, key);
}

/** Shows a verifier that `bytes` from `off` on fit into a chunk. Control never reaches `never`. */
static void show_end(struct dt_ir_func *f, const struct dt_ir_rings *r, dt_reg off, dt_reg bytes,
		     dt_label never)
{
	dt_reg last;

	if (!dt_trick_is_on(f->executor, DT_TRICK_RECORD_END))
		return;
	last = dt_ir_bin(f, DT_IR_SUB, dt_ir_const(f, r->chunk), bytes);
	dt_ir_branch(f, DT_IR_GT, off, last, never);
}

/** Returns the address of the header at `pos`. */
static dt_reg header_address(struct dt_ir_func *f, const struct dt_ir_rings *r, dt_reg cpu,
			     dt_reg pos, dt_reg bytes, dt_reg key, dt_label fail)
{
	dt_reg base = chunk_of(f, r, cpu, pos, key), off;

	dt_ir_branchi(f, DT_IR_EQ, base, 0, fail);
	off = dt_ir_bini(f, DT_IR_AND, pos, r->chunk - 8);
	show_end(f, r, off, bytes, fail);
	return dt_ir_bin(f, DT_IR_ADD, base, off);
}

/** Marks the record as open, so that the consumer can find the records behind it meanwhile. With
 *  `by_slot`, adds the CPU. */
static void open_record(struct dt_ir_func *f, dt_reg base, dt_reg bytes, dt_reg skipped,
			bool by_slot)
{
	if (by_slot)
		skipped = dt_ir_bin(
		    f, DT_IR_OR, skipped,
		    dt_ir_bini(f, DT_IR_SHL, dt_ir_env(f, DT_ENV_PROCESSOR), DT_RING_CPU_SHIFT));
	dt_ir_store(f, 4, base, offsetof(struct dt_ring_hdr, skipped), skipped);
	dt_ir_publish(f, 4, base, offsetof(struct dt_ring_hdr, word),
		      dt_ir_bini(f, DT_IR_OR, bytes, DT_RING_OPEN));
}

static dt_reg claim_in_ring(struct dt_ir_func *f, const struct dt_ir_rings *r, dt_reg bytes,
			    const dt_slot room[2], dt_label full, dt_reg *pos, bool by_slot)
{
	dt_reg cpu = dt_ir_env(f, DT_ENV_CPU);
	dt_reg key = dt_ir_slot_addr(f, room[0]), pad = dt_ir_slot_addr(f, room[1]), state, base;

	dt_ir_store(f, 4, key, 0, cpu);
	state = find_element(f, DT_MAP_CPUS, key);
	dt_ir_branchi(f, DT_IR_EQ, state, 0, full);
	dt_ir_storei(f, 8, pad, 0, 0);
	*pos = dt_ir_call(f, r->claim, 5, state, bytes, dt_ir_const(f, r->chunk),
			  dt_ir_const(f, r->size), pad);
	dt_ir_branchi(f, DT_IR_SLT, *pos, 0, full);
	base = header_address(f, r, cpu, *pos, bytes, key, full);
	open_record(f, base, bytes, dt_ir_load(f, 4, pad, 0), by_slot);
	return dt_ir_bini(f, DT_IR_ADD, base, sizeof(struct dt_ring_hdr));
}

static dt_reg claim_record(struct dt_ir_func *f, const struct dt_ir_rings *r, dt_reg bytes,
			   const dt_slot room[2], dt_label full, dt_reg *pos)
{
	return claim_in_ring(f, r, bytes, room, full, pos, false);
}

static dt_reg claim_record_of_slot(struct dt_ir_func *f, const struct dt_ir_rings *r, dt_reg bytes,
				   const dt_slot room[2], dt_label full, dt_reg *pos)
{
	if (!r->has_pool)
		return claim_in_ring(f, r, bytes, room, full, pos, true);
	*pos = dt_ir_env(f, DT_ENV_CLAIM, bytes, dt_ir_map(f, DT_MAP_RINGS),
			 dt_ir_env(f, DT_ENV_PROCESSOR));
	dt_ir_branchi(f, DT_IR_EQ, *pos, 0, full);
	return *pos;
}

static dt_reg find_record(struct dt_ir_func *f, const struct dt_ir_rings *r, dt_reg pos,
			  dt_reg bytes, dt_slot room, dt_label fail)
{
	dt_reg cpu = dt_ir_env(f, DT_ENV_CPU), key = dt_ir_slot_addr(f, room);
	dt_reg base = header_address(f, r, cpu, pos, bytes, key, fail);

	return dt_ir_bini(f, DT_IR_ADD, base, sizeof(struct dt_ring_hdr));
}

static dt_reg find_record_of_slot(struct dt_ir_func *f, const struct dt_ir_rings *r, dt_reg pos,
				  dt_reg bytes, dt_slot room, dt_label fail)
{
	return r->has_pool ? pos : find_record(f, r, pos, bytes, room, fail);
}

static void end_claim(struct dt_ir_func *f, const struct dt_ir_rings *r, dt_slot room)
{
	dt_label none;
	dt_reg cpu;

	if (!r->overwrites)
		return;
	none = dt_ir_label(f);
	cpu = cpu_element(f, DT_MAP_CPUS, room);
	dt_ir_branchi(f, DT_IR_EQ, cpu, 0, none);
	dt_ir_atomic_add(f, 8, cpu, offsetof(struct dt_cpu, open), dt_ir_const(f, -1));
	dt_ir_place(f, none);
}

static void publish_record(struct dt_ir_func *f, dt_reg rec, dt_reg word)
{
	int64_t at = (int64_t)offsetof(struct dt_ring_hdr, word) - sizeof(struct dt_ring_hdr);

	dt_ir_publish(f, 4, rec, at, word);
}

/** Only the first program that sees the sleeping consumer wakes it. */
static void wake_consumer(struct dt_ir_func *f, dt_slot room)
{
	int64_t waiting = offsetof(struct dt_ctl, waiting);
	dt_label awake = dt_ir_label(f);
	dt_reg ctl = dt_ir_map_value(f, DT_MAP_CTL, 0), data;

	dt_ir_branchi(f, DT_IR_EQ, dt_ir_load(f, 4, ctl, waiting), 0, awake);
	dt_ir_branchi(f, DT_IR_EQ,
		      dt_ir_atomic(f, DT_IR_XCHG, 4, ctl, waiting, dt_ir_const(f, 0), 0), 0, awake);
	data = dt_ir_slot_addr(f, room);
	dt_ir_storei(f, 8, data, 0, 0);
	dt_ir_env(f, DT_ENV_WAKE, dt_ir_map(f, DT_MAP_WAKE), data, dt_ir_const(f, 8));
	dt_ir_place(f, awake);
}

#define PHRASES(element_, claim_scratch_, release, claim, find)                               \
	{                                                                                     \
		.element = (element_), .claim_scratch = (claim_scratch_),                     \
		.release_scratch = (release), .claim_record = (claim), .find_record = (find), \
		.publish_record = publish_record, .end_claim = end_claim,                     \
		.wake_consumer = wake_consumer                                                \
	}

const struct dt_ir_phrases dt_ir_cpu_phrases =
    PHRASES(cpu_element, claim_scratch, release_scratch, claim_record, find_record);
const struct dt_ir_phrases dt_ir_slot_phrases =
    PHRASES(slot_element, claim_scratch_of_level, release_nothing, claim_record_of_slot,
	    find_record_of_slot);

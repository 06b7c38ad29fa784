/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The programs' side of the record rings (struct dt_ring_hdr): a program claims bytes in this CPU's
 * ring, fills them in place, and publishes them by the header's word.
 *
 * Decision: docs/dev/decisions/0008-record-rings-in-one-array.md
 */
#include "lower/record/record.h"

#include "lower/verifier/verifier.h"

int64_t dt_ring_whole(int64_t size)
{
	return dt_lower_round(sizeof(struct dt_ring_hdr) + size, 8);
}

static int64_t buffer_policy(const struct dt_gen *g)
{
	return g->l->setup.options->v[DT_OPT_bufpolicy];
}

static const char *claim_function(const struct dt_gen *g)
{
	static const char *const names[] = {
	    [DT_BUFPOLICY_SWITCH] = "dt_ring_claim",
	    [DT_BUFPOLICY_RING] = "dt_ring_claim_over",
	    [DT_BUFPOLICY_FILL] = "dt_ring_claim_fill",
	};

	return names[buffer_policy(g)];
}

/** Returns the chunk that contains `pos`. The program must check it for NULL (no such CPU). */
static dt_reg chunk_of(struct dt_gen *g, dt_reg cpu, dt_reg pos, dt_reg key)
{
	struct dt_ir_func *f = g->f;
	uint32_t chunk = dt_lower_ring_chunk(g->l), n = dt_lower_ring_size(g->l) / chunk;
	dt_reg first = dt_ir_bini(f, DT_IR_MUL, cpu, n);
	dt_reg nth =
	    dt_ir_bini(f, DT_IR_AND, dt_ir_bini(f, DT_IR_SHR, pos, __builtin_ctz(chunk)), n - 1);

	dt_ir_store(f, 4, key, 0, dt_ir_bin(f, DT_IR_ADD, first, nth));
	return dt_gen_lookup(g, DT_MAP_RINGS, key);
}

/** Returns the address of the header at `pos`. */
static dt_reg header_address(struct dt_gen *g, dt_reg cpu, dt_reg pos, dt_reg bytes, dt_reg key,
			     dt_label fail)
{
	struct dt_ir_func *f = g->f;
	uint32_t chunk = dt_lower_ring_chunk(g->l);
	dt_reg base = chunk_of(g, cpu, pos, key), off;

	dt_ir_branchi(f, DT_IR_EQ, base, 0, fail);
	off = dt_ir_bini(f, DT_IR_AND, pos, chunk - 8);
	dt_verifier_record_end(g, off, bytes, chunk, fail);
	return dt_ir_bin(f, DT_IR_ADD, base, off);
}

/** Marks the record as open, so that the consumer can find the records behind it meanwhile. */
static void open_record(struct dt_gen *g, dt_reg base, dt_reg bytes, dt_reg skipped)
{
	dt_ir_store(g->f, 4, base, offsetof(struct dt_ring_hdr, skipped), skipped);
	dt_ir_publish(g->f, 4, base, offsetof(struct dt_ring_hdr, word),
		      dt_ir_bini(g->f, DT_IR_OR, bytes, DT_RING_OPEN));
}

dt_reg dt_gen_ring_claim(struct dt_gen *g, dt_reg bytes, dt_label full, dt_reg *pos)
{
	struct dt_ir_func *f = g->f;
	unsigned key_slot = dt_gen_stack_alloc(g, 8), pad_slot = dt_gen_stack_alloc(g, 8);
	dt_reg cpu = dt_ir_env(f, DT_ENV_CPU);
	dt_reg key = dt_gen_stack_addr(g, key_slot), pad = dt_gen_stack_addr(g, pad_slot);
	dt_reg state, base;

	dt_ir_store(f, 4, key, 0, cpu);
	state = dt_gen_lookup(g, DT_MAP_CPUS, key);
	dt_ir_branchi(f, DT_IR_EQ, state, 0, full);
	dt_ir_storei(f, 8, pad, 0, 0);
	*pos = dt_ir_call(f, claim_function(g), 5, state, bytes,
			  dt_ir_const(f, dt_lower_ring_chunk(g->l)),
			  dt_ir_const(f, dt_lower_ring_size(g->l)), pad);
	dt_ir_branchi(f, DT_IR_SLT, *pos, 0, full);
	base = header_address(g, cpu, *pos, bytes, key, full);
	open_record(g, base, bytes, dt_ir_load(f, 4, pad, 0));
	dt_gen_stack_release(g, pad_slot);
	dt_gen_stack_release(g, key_slot);
	return dt_ir_bini(f, DT_IR_ADD, base, sizeof(struct dt_ring_hdr));
}

dt_reg dt_gen_ring_find(struct dt_gen *g, dt_reg pos, dt_reg bytes, dt_label fail)
{
	unsigned key_slot = dt_gen_stack_alloc(g, 8);
	dt_reg cpu = dt_ir_env(g->f, DT_ENV_CPU), key = dt_gen_stack_addr(g, key_slot);
	dt_reg base = header_address(g, cpu, pos, bytes, key, fail);

	dt_gen_stack_release(g, key_slot);
	return dt_ir_bini(g->f, DT_IR_ADD, base, sizeof(struct dt_ring_hdr));
}

void dt_gen_ring_done(struct dt_gen *g)
{
	dt_label none;
	dt_reg cpu;

	if (buffer_policy(g) != DT_BUFPOLICY_RING)
		return;
	none = dt_ir_label(g->f);
	cpu = dt_gen_cpu_elem(g, DT_MAP_CPUS);
	dt_ir_branchi(g->f, DT_IR_EQ, cpu, 0, none);
	dt_ir_atomic_add(g->f, 8, cpu, offsetof(struct dt_cpu, open), dt_ir_const(g->f, -1));
	dt_ir_place(g->f, none);
}

/** Wakes the consumer if it sleeps. Only the first program that sees this wakes it. */
static void wake_consumer(struct dt_gen *g)
{
	struct dt_ir_func *f = g->f;
	int64_t waiting = offsetof(struct dt_ctl, waiting);
	dt_label awake = dt_ir_label(f);
	unsigned slot = dt_gen_stack_alloc(g, 8);
	dt_reg ctl = dt_ir_map_value(f, DT_MAP_CTL, 0), data;

	dt_ir_branchi(f, DT_IR_EQ, dt_ir_load(f, 4, ctl, waiting), 0, awake);
	dt_ir_branchi(f, DT_IR_EQ,
		      dt_ir_atomic(f, DT_IR_XCHG, 4, ctl, waiting, dt_ir_const(f, 0), 0), 0, awake);
	data = dt_gen_stack_addr(g, slot);
	dt_ir_storei(f, 8, data, 0, 0);
	dt_ir_env(f, DT_ENV_WAKE, dt_ir_map(f, DT_MAP_WAKE), data, dt_ir_const(f, 8));
	dt_ir_place(f, awake);
	dt_gen_stack_release(g, slot);
}

static void publish_word(struct dt_gen *g, dt_reg rec, dt_reg word)
{
	int64_t at = (int64_t)offsetof(struct dt_ring_hdr, word) - sizeof(struct dt_ring_hdr);

	dt_ir_publish(g->f, 4, rec, at, word);
	dt_gen_ring_done(g);
}

void dt_gen_ring_submit(struct dt_gen *g, dt_reg rec, dt_reg bytes)
{
	publish_word(g, rec, bytes);
	wake_consumer(g);
}

void dt_gen_ring_discard(struct dt_gen *g, dt_reg rec, dt_reg bytes)
{
	publish_word(g, rec, dt_ir_bini(g->f, DT_IR_OR, bytes, DT_RING_DISCARD));
}

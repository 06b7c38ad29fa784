/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The record of a clause: claimed in this CPU's ring before the first statement, filled in place,
 * and submitted or discarded at the end.
 *
 * Before code is generated, a walk over the clause finds whether it records at all. The size is
 * known when its statements have been lowered, so earlier code uses late constants for it. A record
 * is written completely or not at all. Fields of if/else arms that did not run are undefined; the
 * mask at the start of the payload says which arms ran.
 *
 * If the ring is full, the clause does not run, with one exception: exit(), commit() and discard()
 * must take effect. A clause with one of these then writes its record to scratch memory, where it
 * is lost.
 *
 * Decision: docs/dev/decisions/0008-record-rings-in-one-array.md
 */
#include "lower/record/record.h"

/** Creates the late constants of the size again in a new program. */
static void begin_part(struct dt_gen *g)
{
	struct dt_gen_record *r = &g->record;

	r->full = dt_ir_label(g->f);
	r->discard = 0;
	r->bytes = dt_ir_late_const(g->f, &r->late->whole);
	if (r->vital) {
		r->rec = dt_ir_reg(g->f);
		r->pos = dt_ir_reg(g->f);
	}
}

/** Returns the record's address in scratch memory, for a full ring. */
static dt_reg spilled_record(struct dt_gen *g)
{
	return dt_ir_bin(g->f, DT_IR_ADD, dt_gen_slot(g, 0, DT_LOWER_SLOT_BEGIN),
			 dt_ir_late_const(g->f, &g->record.late->spilled));
}

static void claim_record(struct dt_gen *g)
{
	struct dt_gen_record *r = &g->record;
	dt_label have;
	dt_reg pos, rec = dt_gen_ring_claim(g, r->bytes, r->full, &pos);

	if (!r->vital) {
		r->rec = rec;
		r->pos = pos;
		return;
	}
	have = dt_ir_label(g->f);
	dt_ir_mov_to(g->f, r->pos, pos);
	dt_ir_mov_to(g->f, r->rec, rec);
	dt_ir_jump(g->f, have);
	dt_ir_place(g->f, r->full);
	dt_gen_drop(g, DT_DROP_PRINCIPAL);
	dt_ir_const_to(g->f, r->pos, -1);
	dt_ir_mov_to(g->f, r->rec, spilled_record(g));
	dt_ir_place(g->f, have);
}

void dt_gen_record_begin(struct dt_gen *g)
{
	const struct dt_clause_facts *facts = dt_lower_facts(g->l, g->clause.ast);
	struct dt_gen_record *r = &g->record;

	*r = (struct dt_gen_record){.used = facts->records};
	if (!r->used)
		return;
	r->late = dt_arena_new(g->l->arena, struct dt_late_record);
	r->has_mask = facts->has_if;
	r->has_thread = g->l->setup.options->v[DT_OPT_flowindent] || g->l->setup.records_thread;
	r->vital = facts->is_vital;
	r->payload = 8 * (r->has_mask + r->has_thread);
	r->unguarded = g->clause.ast->default_action || !g->clause.ast->body;
	dt_gen_record_find_time(g);
	begin_part(g);
	claim_record(g);
	if (r->has_mask) {
		r->mask = dt_ir_reg(g->f);
		dt_ir_const_to(g->f, r->mask, 0);
	}
}

void dt_gen_record_abandon(struct dt_gen *g)
{
	if (g->record.used)
		dt_gen_ring_discard(g, g->record.rec, g->record.bytes);
}

void dt_gen_record_suspend(struct dt_gen *g)
{
	const struct dt_gen_record *r = &g->record;
	dt_reg slot;

	if (!r->used)
		return;
	slot = dt_gen_slot(g, 0, DT_LOWER_SLOT_BEGIN);
	dt_ir_store(g->f, 8, slot, DT_LOWER_SLOT_POS, r->pos);
	if (r->has_mask)
		dt_ir_store(g->f, 8, slot, DT_LOWER_SLOT_MASK, r->mask);
}

/** Finds a vital record, which is in scratch memory if its position in the ring is negative. */
static void find_vital(struct dt_gen *g)
{
	struct dt_gen_record *r = &g->record;
	dt_label have = dt_ir_label(g->f);

	dt_ir_branchi(g->f, DT_IR_SLT, r->pos, 0, r->full);
	dt_ir_mov_to(g->f, r->rec, dt_gen_ring_find(g, r->pos, r->bytes, r->full));
	dt_ir_jump(g->f, have);
	dt_ir_place(g->f, r->full);
	dt_ir_mov_to(g->f, r->rec, spilled_record(g));
	dt_ir_place(g->f, have);
}

void dt_gen_record_resume(struct dt_gen *g)
{
	struct dt_gen_record *r = &g->record;
	dt_reg slot, pos;

	if (!r->used)
		return;
	begin_part(g);
	slot = dt_gen_slot(g, 0, DT_LOWER_SLOT_BEGIN);
	if (r->has_mask) {
		r->mask = dt_ir_reg(g->f);
		dt_ir_mov_to(g->f, r->mask, dt_ir_load(g->f, 8, slot, DT_LOWER_SLOT_MASK));
	}
	pos = dt_ir_load(g->f, 8, slot, DT_LOWER_SLOT_POS);
	if (r->vital) {
		dt_ir_mov_to(g->f, r->pos, pos);
		find_vital(g);
	} else {
		r->pos = pos;
		r->rec = dt_gen_ring_find(g, r->pos, r->bytes, r->full);
	}
}

dt_label dt_gen_record_skip(struct dt_gen *g)
{
	if (!g->record.discard)
		g->record.discard = dt_ir_label(g->f);
	return g->record.discard;
}

dt_reg dt_gen_record_size(struct dt_gen *g)
{
	return g->record.bytes;
}

/** Sets the late constants after the record's size is known. */
static void settle_size(struct dt_gen *g)
{
	const struct dt_gen_record *r = &g->record;
	int64_t size = sizeof(struct dt_rec) + r->payload, whole = dt_ring_whole(size);
	uint32_t at = dt_lower_round(g->memory.used, 8);

	r->late->whole = whole;
	if (whole > g->l->desc.record_max)
		g->l->desc.record_max = (uint32_t)whole;
	if (whole > dt_lower_ring_chunk(g->l))
		dt_diag(&g->l->c->diags, g->clause.ast->loc, D_UNKNOWN,
			"a record of %lld bytes%s does not fit: at most %u, and bufsize",
			(long long)size, r->payload == DT_LOWER_BYTES_MAX ? " and more" : "",
			DT_RING_CHUNK_MAX);
	if (!r->vital)
		return;
	r->late->spilled = at + sizeof(struct dt_ring_hdr);
	g->memory.used = at + whole;
	dt_gen_slot_reserve(g, g->memory.used);
}

/** Writes the record's data before the fields. */
static void fill_head(struct dt_gen *g)
{
	const struct dt_gen_record *r = &g->record;
	int64_t at = sizeof(struct dt_rec);

	dt_ir_store(g->f, 8, r->rec, offsetof(struct dt_rec, time), dt_gen_record_time(g));
	dt_ir_storei(g->f, 4, r->rec, offsetof(struct dt_rec, clause), g->clause.ast->index);
	dt_ir_store(g->f, 4, r->rec, offsetof(struct dt_rec, probe), dt_gen_probe_id(g));
	if (r->has_mask) {
		dt_ir_store(g->f, 8, r->rec, at, r->mask);
		at += 8;
	}
	if (r->has_thread)
		dt_ir_store(g->f, 8, r->rec, at, dt_gen_pid_tgid(g));
}

void dt_gen_record_exits(struct dt_gen *g, dt_label end)
{
	const struct dt_gen_record *r = &g->record;

	if (!r->used)
		return;
	if (r->discard) {
		dt_ir_place(g->f, r->discard);
		dt_gen_record_abandon(g);
		dt_ir_jump(g->f, end);
	}
	if (!r->vital) {
		dt_ir_place(g->f, r->full);
		dt_gen_ring_done(g);
		dt_gen_drop(g, DT_DROP_PRINCIPAL);
	}
}

void dt_gen_record_end(struct dt_gen *g, dt_label end)
{
	const struct dt_gen_record *r = &g->record;

	if (!r->used)
		return;
	settle_size(g);
	if (!r->unguarded)
		dt_ir_branchi(g->f, DT_IR_EQ, r->mask, 0, dt_gen_record_skip(g));
	fill_head(g);
	dt_gen_record_free_tokens(g);
	dt_gen_ring_submit(g, r->rec, r->bytes);
	dt_ir_jump(g->f, end);
	dt_gen_record_exits(g, end);
}

void dt_gen_record_of_fault(struct dt_gen *g)
{
	dt_label full = dt_ir_label(g->f), end = dt_ir_label(g->f);
	int64_t size = sizeof(struct dt_rec) + sizeof(struct dt_fault_info);
	dt_reg rec, pos, bytes = dt_ir_const(g->f, dt_ring_whole(size));

	rec = dt_gen_ring_claim(g, bytes, full, &pos);
	dt_ir_store(g->f, 8, rec, offsetof(struct dt_rec, time), DT_GEN_ERROR_TIME);
	dt_ir_storei(g->f, 4, rec, offsetof(struct dt_rec, clause), DT_REC_ERROR);
	dt_ir_store(g->f, 4, rec, offsetof(struct dt_rec, probe), 4);
	for (int i = 0; i < 3; i++)
		dt_ir_store(g->f, 8, rec, sizeof(struct dt_rec) + 8 * i, i + 1);
	dt_gen_ring_submit(g, rec, bytes);
	dt_ir_jump(g->f, end);
	dt_ir_place(g->f, full);
	dt_gen_ring_done(g);
	dt_gen_drop(g, DT_DROP_PRINCIPAL);
	dt_ir_place(g->f, end);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The record of a clause: reserved in this CPU's ring before the first statement, filled in place,
 * and submitted or discarded at the end; and the description by which the consumer decodes it.
 *
 * Whether a clause records at all, and how many bytes, is only known when its statements are
 * lowered: the reserving code is generated first and then given its size, or removed. A record is
 * written whole or not at all; what the arms of an if/else did not write is left undefined, and the
 * mask at the beginning of the payload says which arms ran.
 *
 * If the ring is full the clause is not run, with one exception: exit(), commit() and discard()
 * must take effect. A clause with one of these then writes its record to scratch memory, where it
 * is lost.
 */
#include "lower/place/place.h"
#include "lower/program/gen.h"
#include "lower/value/value.h"
#include "lower/verifier/verifier.h"

#include <assert.h>
#include <string.h>

/** Header and record, in the ring's unit. */
static int64_t whole_size(int64_t size)
{
	return dt_lower_round(sizeof(struct dt_ring_hdr) + size, 8);
}

/** The chunk that holds `pos`; NULL in the program's eyes if there is no such CPU. */
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

static int64_t policy(const struct dt_gen *g)
{
	return g->l->options->v[DT_OPT_bufpolicy];
}

static const char *claim_function(const struct dt_gen *g)
{
	static const char *const names[] = {
	    [DT_BUFPOLICY_SWITCH] = "dt_ring_claim",
	    [DT_BUFPOLICY_RING] = "dt_ring_claim_over",
	    [DT_BUFPOLICY_FILL] = "dt_ring_claim_fill",
	};

	return names[policy(g)];
}

void dt_gen_ring_done(struct dt_gen *g)
{
	dt_label none;
	dt_reg cpu;

	if (policy(g) != DT_BUFPOLICY_RING)
		return;
	none = dt_ir_label(g->f);
	cpu = dt_gen_cpu_elem(g, DT_MAP_CPUS);
	dt_ir_branchi(g->f, DT_IR_EQ, cpu, 0, none);
	dt_ir_atomic_add(g->f, 8, cpu, offsetof(struct dt_cpu, open), dt_ir_const(g->f, -1));
	dt_ir_place(g->f, none);
}

/** Where `bytes` bytes at `pos` of this CPU's ring lie. */
static dt_reg ring_address(struct dt_gen *g, dt_reg cpu, dt_reg pos, dt_reg bytes, dt_reg key,
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

dt_reg dt_gen_ring_reserve(struct dt_gen *g, int64_t size, dt_label full, size_t *size_insn,
			   dt_reg *pos)
{
	struct dt_ir_func *f = g->f;
	uint32_t chunk = dt_lower_ring_chunk(g->l);
	unsigned key_slot = dt_gen_stack_take(g, 8), pad_slot = dt_gen_stack_take(g, 8);
	dt_reg cpu = dt_ir_env(f, DT_ENV_CPU);
	dt_reg key = dt_gen_stack_addr(g, key_slot), pad = dt_gen_stack_addr(g, pad_slot);
	dt_reg state, bytes, base;

	*size_insn = f->code.len;
	bytes = dt_ir_const(f, whole_size(size));
	dt_ir_store(f, 4, key, 0, cpu);
	state = dt_gen_lookup(g, DT_MAP_CPUS, key);
	dt_ir_branchi(f, DT_IR_EQ, state, 0, full);
	dt_ir_storei(f, 8, pad, 0, 0);
	*pos = dt_ir_call(f, claim_function(g), 5, state, bytes, dt_ir_const(f, chunk),
			  dt_ir_const(f, dt_lower_ring_size(g->l)), pad);
	dt_ir_branchi(f, DT_IR_SLT, *pos, 0, full);
	base = ring_address(g, cpu, *pos, bytes, key, full);
	if (policy(g) == DT_BUFPOLICY_RING)
		dt_ir_storei(f, 4, base, offsetof(struct dt_ring_hdr, word), 0);
	dt_ir_store(f, 4, base, offsetof(struct dt_ring_hdr, skipped), dt_ir_load(f, 4, pad, 0));
	dt_gen_stack_release(g, pad_slot);
	dt_gen_stack_release(g, key_slot);
	return dt_ir_bini(f, DT_IR_ADD, base, sizeof(struct dt_ring_hdr));
}

/** Wake the consumer if it sleeps; the first one to see that does. */
static void wake_consumer(struct dt_gen *g)
{
	struct dt_ir_func *f = g->f;
	int64_t waiting = offsetof(struct dt_ctl, waiting);
	dt_label awake = dt_ir_label(f);
	unsigned slot = dt_gen_stack_take(g, 8);
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

void dt_gen_ring_submit(struct dt_gen *g, dt_reg rec, int64_t size, bool discard)
{
	int64_t word = (int64_t)offsetof(struct dt_ring_hdr, word) - sizeof(struct dt_ring_hdr);

	dt_ir_publish(g->f, 4, rec, word,
		      dt_ir_const(g->f, whole_size(size) | (discard ? DT_RING_DISCARD : 0)));
	dt_gen_ring_done(g);
	if (!discard)
		wake_consumer(g);
}

static bool has_if(const struct dt_node *list)
{
	for (const struct dt_node *n = list; n; n = n->next)
		if (n->kind == DT_NODE_IF || (n->kind == DT_NODE_BLOCK && has_if(n->body)))
			return true;
	return false;
}

/** Does one of the nodes call a builtin with one of these flags? */
static bool calls(const struct dt_node *list, unsigned flags)
{
	for (const struct dt_node *n = list; n; n = n->next) {
		if (n->kind == DT_NODE_CALL && n->ident->builtin->flags & flags)
			return true;
		if (calls(n->lhs, flags) || calls(n->rhs, flags) || calls(n->third, flags) ||
		    calls(n->body, flags) || calls(n->else_body, flags))
			return true;
	}
	return false;
}

/** Where the ring is full: count the drop and go on in scratch memory. */
static void spill(struct dt_gen *g, dt_reg rec)
{
	struct dt_gen_record *r = &g->rec;
	dt_label have = dt_ir_label(g->f);
	dt_reg pos;

	pos = r->pos;
	r->pos = dt_ir_reg(g->f);
	dt_ir_mov_to(g->f, r->pos, pos);
	r->rec = dt_ir_reg(g->f);
	dt_ir_mov_to(g->f, r->rec, rec);
	dt_ir_jump(g->f, have);
	dt_ir_place(g->f, r->full);
	dt_gen_drop(g, DT_DROP_PRINCIPAL);
	dt_ir_const_to(g->f, r->pos, -1);
	r->spill_insn = g->f->code.len;
	dt_ir_mov_to(g->f, r->rec, dt_gen_slot(g, 0, DT_LOWER_SLOT_BEGIN));
	dt_ir_place(g->f, have);
}

/** Take back code that is not needed after all. */
static void remove_code(struct dt_ir_func *f, size_t begin, size_t end)
{
	for (size_t i = begin; i < end; i++)
		f->code.data[i] = (struct dt_ir_insn){.op = DT_IR_NOP};
}

/** May a clause before this one have recorded? */
static bool follows_record(const struct dt_gen *g)
{
	return g->firing || (g->chain && g->chain->has_time);
}

static dt_reg firing_time(struct dt_gen *g)
{
	if (!g->firing)
		g->firing = dt_ir_reg(g->f);
	return g->firing;
}

/** g->firing = `time`, or the clock if that is 0, unless it is known. */
static void find_time(struct dt_gen *g, dt_reg time)
{
	dt_label known = dt_ir_label(g->f);

	dt_ir_branchi(g->f, DT_IR_NE, firing_time(g), 0, known);
	dt_ir_mov_to(g->f, g->firing, time ? time : dt_ir_env(g->f, DT_ENV_TIME));
	dt_ir_place(g->f, known);
}

void dt_gen_record_init_time(struct dt_gen *g)
{
	if (!g->firing)
		return;
	if (g->chain->has_time)
		dt_ir_mov_to(g->f, g->firing,
			     dt_ir_load(g->f, 8, g->scratch, DT_LOWER_SLOT_FIRING));
	else
		dt_ir_const_to(g->f, g->firing, 0);
}

bool dt_gen_record_hand_on_time(struct dt_gen *g)
{
	if (!g->firing)
		return false;
	dt_ir_store(g->f, 8, dt_gen_slot(g, 0, DT_LOWER_SLOT_BEGIN), DT_LOWER_SLOT_FIRING,
		    g->firing);
	return true;
}

dt_reg dt_gen_record_fault_time(struct dt_gen *g)
{
	if (g->group->n_clauses == 1)
		return dt_ir_env(g->f, DT_ENV_TIME);
	find_time(g, 0);
	return g->firing;
}

/**
 * What stands in the record. A clause that asks for `timestamp` as well has read the clock; if not,
 * it is read where the record is reserved, but only by the first clause that records.
 */
static dt_reg record_time(struct dt_gen *g)
{
	const struct dt_gen_record *r = &g->rec;

	if (g->in_error)
		return DT_GEN_ERROR_TIME;
	if (g->group->n_clauses == 1)
		return dt_gen_timestamp(g);
	if (!follows_record(g)) {
		dt_ir_mov_to(g->f, firing_time(g), dt_gen_timestamp(g));
	} else if (g->time_read || r->time_begin == r->time_end) {
		remove_code(g->f, r->time_begin, r->time_end);
		find_time(g, dt_gen_timestamp(g));
	}
	return g->firing;
}

void dt_gen_record_begin(struct dt_gen *g)
{
	struct dt_gen_record *r = &g->rec;
	dt_reg rec;

	*r = (struct dt_gen_record){.full = dt_ir_label(g->f), .has_mask = has_if(g->clause->body)};
	r->has_thread = g->l->options->v[DT_OPT_flowindent];
	r->payload = 8 * (r->has_mask + r->has_thread);
	r->vital = calls(g->clause->body, DT_BF_EXIT | DT_BF_COMMIT | DT_BF_DISCARD);
	r->begin = r->time_begin = r->time_end = g->f->code.len;
	if (!g->in_error && follows_record(g) && !g->time_read) {
		find_time(g, 0);
		r->time_end = g->f->code.len;
	}
	rec = dt_gen_ring_reserve(g, 0, r->full, &r->size_insn, &r->pos);
	if (r->vital)
		spill(g, rec);
	else
		r->rec = rec;
	r->end = g->f->code.len;
	if (r->has_mask) {
		r->mask = dt_ir_reg(g->f);
		dt_ir_const_to(g->f, r->mask, 0);
	}
	if (g->clause->default_action || !g->clause->body)
		r->used = r->unguarded = true;
}

static void add_patch(struct dt_gen *g, size_t begin, size_t end, int kind, size_t at)
{
	struct dt_gen_record *r = &g->rec;

	if (r->n_patches == r->cap_patches) {
		struct dt_record_patch *old = r->patches;

		r->cap_patches = r->cap_patches ? 2 * r->cap_patches : 8;
		r->patches = dt_arena_array(g->l->arena, struct dt_record_patch, r->cap_patches);
		if (r->n_patches)
			memcpy(r->patches, old, r->n_patches * sizeof(*old));
	}
	r->patches[r->n_patches++] =
	    (struct dt_record_patch){.f = g->f, .begin = begin, .end = end, .kind = kind, .at = at};
}

void dt_gen_record_abandon(struct dt_gen *g, bool goes_on)
{
	const struct dt_gen_record *r = &g->rec;
	size_t at = g->f->code.len;

	if (r->used || goes_on)
		dt_gen_ring_submit(g, r->rec, sizeof(struct dt_rec) + r->payload, true);
	if (goes_on)
		add_patch(g, at, g->f->code.len, DT_PATCH_DISCARD, at);
}

/** Whether it is used at all, and its size, are still to come for this program too. */
void dt_gen_record_suspend(struct dt_gen *g)
{
	struct dt_gen_record *r = &g->rec;
	dt_reg slot = dt_gen_slot(g, 0, DT_LOWER_SLOT_BEGIN);
	size_t begin = g->f->code.len;

	dt_ir_store(g->f, 8, slot, DT_LOWER_SLOT_POS, r->pos);
	add_patch(g, begin, g->f->code.len, DT_PATCH_NONE, 0);
	add_patch(g, r->begin, r->end, DT_PATCH_SIZE, r->size_insn);
	if (r->vital)
		add_patch(g, r->begin, r->end, DT_PATCH_SPILL, r->spill_insn);
	if (r->has_mask)
		dt_ir_store(g->f, 8, slot, DT_LOWER_SLOT_MASK, r->mask);
	r->time_begin = r->time_end = 0; // of this program
}

void dt_gen_record_exits(struct dt_gen *g)
{
	const struct dt_gen_record *r = &g->rec;

	if (r->discard) {
		dt_ir_place(g->f, r->discard);
		dt_gen_record_abandon(g, true);
		dt_ir_jump(g->f, g->clause_end);
	}
	if (!r->vital) {
		dt_ir_place(g->f, r->full);
		dt_gen_ring_done(g);
		dt_gen_drop(g, DT_DROP_PRINCIPAL);
	}
}

/** The record is in scratch memory if its place in the ring is no place. */
static void resume_vital(struct dt_gen *g, dt_reg cpu, dt_reg bytes, dt_reg key)
{
	struct dt_gen_record *r = &g->rec;
	dt_label have = dt_ir_label(g->f);
	dt_reg base;

	r->rec = dt_ir_reg(g->f);
	dt_ir_branchi(g->f, DT_IR_SLT, r->pos, 0, r->full);
	base = ring_address(g, cpu, r->pos, bytes, key, r->full);
	dt_ir_mov_to(g->f, r->rec, dt_ir_bini(g->f, DT_IR_ADD, base, sizeof(struct dt_ring_hdr)));
	dt_ir_jump(g->f, have);
	dt_ir_place(g->f, r->full);
	r->spill_insn = g->f->code.len;
	dt_ir_mov_to(g->f, r->rec, dt_gen_slot(g, 0, DT_LOWER_SLOT_BEGIN));
	dt_ir_place(g->f, have);
}

void dt_gen_record_resume(struct dt_gen *g)
{
	struct dt_gen_record *r = &g->rec;
	unsigned key_slot = dt_gen_stack_take(g, 8);
	dt_reg slot = dt_gen_slot(g, 0, DT_LOWER_SLOT_BEGIN), cpu, bytes, key;

	if (r->has_mask) {
		r->mask = dt_ir_reg(g->f);
		dt_ir_mov_to(g->f, r->mask, dt_ir_load(g->f, 8, slot, DT_LOWER_SLOT_MASK));
	}
	r->full = dt_ir_label(g->f);
	r->discard = 0;
	r->begin = g->f->code.len;
	r->pos = dt_ir_load(g->f, 8, slot, DT_LOWER_SLOT_POS);
	cpu = dt_ir_env(g->f, DT_ENV_CPU);
	r->size_insn = g->f->code.len;
	bytes = dt_ir_const(g->f, 0);
	key = dt_gen_stack_addr(g, key_slot);
	if (r->vital) {
		resume_vital(g, cpu, bytes, key);
	} else {
		dt_reg base = ring_address(g, cpu, r->pos, bytes, key, r->full);

		r->rec = dt_ir_bini(g->f, DT_IR_ADD, base, sizeof(struct dt_ring_hdr));
	}
	r->end = g->f->code.len;
	dt_gen_stack_release(g, key_slot);
}

/** The programs before this one get what they wait for, or lose what the record needed. */
static void patch_parts(struct dt_gen *g, int64_t size)
{
	const struct dt_gen_record *r = &g->rec;

	for (size_t i = 0; i < r->n_patches; i++) {
		const struct dt_record_patch *p = &r->patches[i];
		struct dt_ir_insn *insn = &p->f->code.data[p->at];

		if (!r->used)
			remove_code(p->f, p->begin, p->end);
		else if (p->kind == DT_PATCH_SIZE)
			insn->imm = whole_size(size);
		else if (p->kind == DT_PATCH_DISCARD)
			insn->imm = whole_size(size) | DT_RING_DISCARD;
		else if (p->kind == DT_PATCH_SPILL)
			insn->imm = g->f->code.data[r->spill_insn].imm;
	}
}

dt_label dt_gen_record_skip(struct dt_gen *g)
{
	if (!g->rec.discard)
		g->rec.discard = dt_ir_label(g->f);
	return g->rec.discard;
}

dt_reg dt_gen_record_size(struct dt_gen *g)
{
	return g->f->code.data[g->rec.size_insn].dst;
}

/** Now that its size is known, give the record that will be lost its place. */
static void place_spill(struct dt_gen *g, int64_t size)
{
	uint32_t at = dt_lower_round(g->scratch_used, 8);

	g->f->code.data[g->rec.spill_insn].imm = at + sizeof(struct dt_ring_hdr);
	g->scratch_used = at + whole_size(size);
	dt_gen_slot_reserve(g, g->scratch_used);
}

void dt_gen_record_frees(struct dt_gen *g)
{
	struct dt_record_token *t = dt_arena_new(g->l->arena, struct dt_record_token);
	const struct dt_action_desc *a = g->rec.act;

	*t = (struct dt_record_token){
	    .next = g->rec.tokens,
	    .at = sizeof(struct dt_rec) + a->fields[a->n_fields - 1].offset,
	    .guard = a->guard,
	};
	g->rec.tokens = t;
}

/** The speculation is free again, if the action that has ended it was done. */
static void free_speculation(struct dt_gen *g, const struct dt_record_token *t)
{
	struct dt_ir_func *f = g->f;
	dt_label none = dt_ir_label(f);
	dt_reg bit, specs;

	if (t->guard >= 0) {
		bit = dt_ir_bini(f, DT_IR_AND, g->rec.mask, (int64_t)(UINT64_C(1) << t->guard));
		dt_ir_branchi(f, DT_IR_EQ, bit, 0, none);
	}
	specs = dt_ir_map_value(f, dt_gen_spec_map(g), 0);
	dt_ir_call(f, "dt_spec_free", 2, specs, dt_ir_load(f, 8, g->rec.rec, t->at));
	dt_ir_place(f, none);
}

/** The record can only fail to reach the consumer if it has found no room. */
static void free_speculations(struct dt_gen *g)
{
	dt_label lost = dt_ir_label(g->f);

	if (!g->rec.tokens)
		return;
	dt_ir_branchi(g->f, DT_IR_SLT, g->rec.pos, 0, lost);
	for (const struct dt_record_token *t = g->rec.tokens; t; t = t->next)
		free_speculation(g, t);
	dt_ir_place(g->f, lost);
}

void dt_gen_record_end(struct dt_gen *g, dt_label end)
{
	struct dt_gen_record *r = &g->rec;

	int64_t size = sizeof(struct dt_rec) + r->payload;

	if (r->used && r->vital)
		place_spill(g, size);
	patch_parts(g, size);
	if (!r->used) {
		remove_code(g->f, r->begin, r->end);
		return;
	}
	g->f->code.data[r->size_insn].imm = whole_size(size);
	if (whole_size(size) > dt_lower_ring_chunk(g->l))
		dt_diag(&g->l->c->diags, g->clause->loc, D_UNKNOWN,
			"a record of %lld bytes does not fit: at most %u, and bufsize",
			(long long)size, DT_RING_CHUNK_MAX);
	if (!r->unguarded)
		dt_ir_branchi(g->f, DT_IR_EQ, r->mask, 0, dt_gen_record_skip(g));
	dt_ir_store(g->f, 8, r->rec, offsetof(struct dt_rec, time), record_time(g));
	dt_ir_storei(g->f, 4, r->rec, offsetof(struct dt_rec, clause), g->clause->index);
	dt_ir_store(g->f, 4, r->rec, offsetof(struct dt_rec, probe), dt_gen_probe_id(g));
	if (r->has_mask)
		dt_ir_store(g->f, 8, r->rec, sizeof(struct dt_rec), r->mask);
	if (r->has_thread)
		dt_ir_store(g->f, 8, r->rec, sizeof(struct dt_rec) + 8 * r->has_mask,
			    dt_gen_pid_tgid(g));
	free_speculations(g);
	dt_gen_ring_submit(g, r->rec, size, false);
	dt_ir_jump(g->f, end);
	if (r->discard) {
		dt_ir_place(g->f, r->discard);
		dt_gen_ring_submit(g, r->rec, size, true);
		dt_ir_jump(g->f, end);
	}
	if (!r->vital) {
		dt_ir_place(g->f, r->full);
		dt_gen_ring_done(g);
		dt_gen_drop(g, DT_DROP_PRINCIPAL);
	}
	if (g->fault_body || g->fault_predicate)
		dt_ir_jump(g->f, end);
}

void dt_gen_record_describe(struct dt_gen *g)
{
	struct dt_clause_desc *d = &g->l->desc.clauses[g->clause->index];
	const struct dt_gen_record *r = &g->rec;

	d->actions = r->actions;
	d->n_actions = r->n_actions;
	d->payload = r->used ? r->payload : 0;
	d->records = r->used;
	d->is_default = r->used && !r->n_actions;
	d->has_mask = r->used && r->has_mask;
	d->has_thread = r->used && r->has_thread;
}

/** The guard of the arm that is being lowered: the first action sets its bit. */
static int guard_of_arm(struct dt_gen *g)
{
	struct dt_gen_record *r = &g->rec;

	if (!r->guard) {
		r->unguarded = true;
		return -1;
	}
	if (*r->guard < 0) {
		if (r->n_guards == DT_RECORD_GUARDS) {
			dt_diag(&g->l->c->diags, g->clause->loc, D_UNKNOWN,
				"more than %d branches of one clause record data",
				DT_RECORD_GUARDS);
			r->n_guards = 0;
		}
		*r->guard = r->n_guards++;
		dt_ir_bin_to(g->f, DT_IR_OR, r->mask, r->mask,
			     dt_ir_const(g->f, (int64_t)(1ULL << *r->guard)));
	}
	return *r->guard;
}

void dt_gen_act_begin(struct dt_gen *g, const char *act, const struct dt_node *call)
{
	struct dt_gen_record *r = &g->rec;

	assert(!r->act && "actions do not nest");
	if (r->n_actions == r->cap_actions) {
		struct dt_action_desc *old = r->actions;

		r->cap_actions = r->cap_actions ? 2 * r->cap_actions : 4;
		r->actions = dt_arena_array(g->l->arena, struct dt_action_desc, r->cap_actions);
		if (r->n_actions)
			memcpy(r->actions, old, r->n_actions * sizeof(*old));
	}
	r->used = true;
	r->act = &r->actions[r->n_actions];
	r->act->act = act;
	r->act->line = call->loc.line;
	r->act->guard = guard_of_arm(g);
}

void dt_gen_act_format(struct dt_gen *g, const char *format)
{
	g->rec.act->format = format;
}

/** Append a field to the open action; gives it its place in the payload. */
static const struct dt_field *add_field(struct dt_gen *g, const struct dt_field *field)
{
	struct dt_action_desc *a = g->rec.act;
	struct dt_field *list = dt_arena_array(g->l->arena, struct dt_field, a->n_fields + 1);
	struct dt_field *f = &list[a->n_fields];

	if (a->n_fields)
		memcpy(list, a->fields, a->n_fields * sizeof(*list));
	*f = *field;
	f->offset = dt_lower_round(g->rec.payload, dt_lower_align(f));
	g->rec.payload = f->offset + f->size;
	a->fields = list;
	a->n_fields++;
	return f;
}

void dt_gen_act_field(struct dt_gen *g, const struct dt_node *expr)
{
	const struct dt_field *f;
	struct dt_field field;

	dt_lower_field(g, expr, &field);
	f = add_field(g, &field);
	dt_gen_store_field(g, expr, g->rec.rec, sizeof(struct dt_rec) + f->offset, f);
}

void dt_gen_act_word(struct dt_gen *g, dt_reg value)
{
	const struct dt_field *f =
	    add_field(g, &(struct dt_field){.kind = DT_FIELD_INT, .size = sizeof(uint64_t)});

	dt_ir_store(g->f, f->size, g->rec.rec, sizeof(struct dt_rec) + f->offset, value);
}

void dt_gen_act_bytes(struct dt_gen *g, dt_reg addr, uint32_t size, bool user,
		      const struct dt_type *type)
{
	const struct dt_field *f =
	    add_field(g, &(struct dt_field){.kind = DT_FIELD_BYTES, .size = size, .type = type});
	dt_reg dst = dt_ir_bini(g->f, DT_IR_ADD, g->rec.rec, sizeof(struct dt_rec) + f->offset);
	dt_reg bytes = dt_ir_const(g->f, size);

	if (user)
		dt_gen_read_user(g, false, dst, bytes, addr);
	else
		dt_gen_fault_badaddr(g, dt_ir_env(g->f, DT_ENV_READ_KERNEL, dst, bytes, addr),
				     addr);
}

void dt_gen_act_agg(struct dt_gen *g, const struct dt_ident *agg)
{
	struct dt_action_desc *a = g->rec.act;
	unsigned *list = dt_arena_array(g->l->arena, unsigned, a->n_aggs + 1);

	if (a->n_aggs)
		memcpy(list, a->aggs, a->n_aggs * sizeof(*list));
	list[a->n_aggs++] = dt_lower_var(agg)->agg;
	a->aggs = list;
}

void dt_gen_act_end(struct dt_gen *g)
{
	g->rec.act = NULL;
	g->rec.n_actions++;
}

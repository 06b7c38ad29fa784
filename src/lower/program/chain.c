/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Cuts the program of a group that is too large, between two clauses or between two statements of a
 * clause, into programs that tail-call each other.
 *
 * There are three reasons. The kernel permits 64 maps in a program (verifier/maps.c). It moves the
 * whole program each time it inlines a helper, so loading takes quadratic time. The verifier
 * analyses at most a million steps and follows paths with different states separately, so its work
 * grows faster than the program.
 *
 * A tail call keeps only the context. Other data are in the claimed slot of scratch memory, which
 * is handed on (firing/slot.c): this-> variables, and the position of the record if a clause
 * continues.
 *
 * Decision: docs/dev/decisions/0022-large-groups-cut.md
 */
#include "lower/program/program.h"

#include "lower/account/account.h"
#include "lower/record/record.h"
#include "lower/verifier/verifier.h"

enum {
	SMALL_CLAUSES = 32, // this-> variables are in registers up to this number of
	SMALL_NODES = 400,  // clauses, nodes of their trees and uses of such variables
	SMALL_MENTIONS = 24,
	NODE_SIZE = 4, // min. instructions per node
};

/** Returns the facts of a clause, including the origins of its static probe. */
static struct dt_clause_facts facts_of(const struct dt_lower *l, const struct dt_lower_clause *c)
{
	struct dt_clause_facts facts = *dt_lower_facts(l, c->clause);

	for (const struct dt_fired *f = c->fired; f; f = f->by) {
		const struct dt_clause_facts *origin = dt_lower_facts(l, f->origin);

		facts.nodes += origin->nodes;
		facts.this_mentions += origin->this_mentions;
		facts.this_used |= origin->this_used;
	}
	return facts;
}

void dt_chain_init(struct dt_chain *ch, struct dt_lower *l, const struct dt_lower_group *group)
{
	const struct dt_executor *x = l->executor;
	size_t nodes = 0, mentions = 0;

	for (size_t i = 0; i < group->n_clauses; i++) {
		struct dt_clause_facts facts = facts_of(l, &group->clauses[i]);

		nodes += facts.nodes;
		mentions += facts.this_mentions;
	}
	*ch = (struct dt_chain){.number = ++l->n_chains, .part_size = x->part_size};
	if (!x->part_size)
		return;
	ch->must_be_cut = dt_verifier_needs_cut(l, group, ch);
	ch->this_in_memory = l->setup.careful || ch->must_be_cut ||
			     group->n_clauses > SMALL_CLAUSES || nodes > SMALL_NODES ||
			     mentions > SMALL_MENTIONS;
	if (l->setup.careful) {
		ch->part_size = nodes * NODE_SIZE / x->parts_max;
		if (ch->part_size < x->part_size_careful)
			ch->part_size = x->part_size_careful;
	}
}

void dt_gen_part_begin(struct dt_gen *g)
{
	struct dt_chain *ch = g->chain;
	struct dt_ir_prog *p = dt_lower_prog(g->l, g->group->name, g->group->context->attach);

	if (ch->last)
		ch->last->next = p;
	else
		ch->first = p;
	ch->last = p;
	struct dt_gen next = {.l = g->l,
			      .group = g->group,
			      .context = g->context,
			      .chain = ch,
			      .program = {.ir = p, .frame_number = ch->number},
			      .memory = {.used = g->memory.used},
			      .clause = {.ast = g->clause.ast,
					 .fired = g->clause.fired,
					 .at = g->clause.at,
					 .action = g->clause.action,
					 .reads_clock = g->clause.reads_clock},
			      .fault = {.is_possible = g->fault.is_possible},
			      .record = g->record};
	*g = next;
	if (ch->named)
		dt_verifier_init_maps(g->l, ch);
	g->f = dt_ir_func_add(p, g->group->name, 0);
	g->program.done = dt_ir_label(g->f);
	if (ch->held)
		dt_gen_slot_reserve(g, DT_LOWER_SLOT_BEGIN);
}

bool dt_gen_shares_this(const struct dt_gen *g, size_t at)
{
	const struct dt_lower_group *group = g->group;
	uint64_t before = 0, after = 0;

	for (size_t i = 0; i < group->n_clauses; i++)
		*(i < at ? &before : &after) |= facts_of(g->l, &group->clauses[i]).this_used;
	return before & after;
}

bool dt_gen_is_full(const struct dt_gen *g, size_t at, const struct dt_node *predicate,
		    const struct dt_node *statement)
{
	const struct dt_executor *x = g->l->executor;
	const struct dt_chain *ch = g->chain;

	if (!ch || !ch->part_size || ch->part + 1 == x->parts_max || g->program.sleeps)
		return false;
	if (g->f->code.len < ch->part_size << ch->part / x->parts_double &&
	    dt_verifier_has_maps(g, predicate, statement))
		return false;
	return ch->this_in_memory || !dt_gen_shares_this(g, at);
}

static unsigned chain_map(struct dt_lower *l)
{
	struct dt_map_desc desc = {.name = dt_arena_printf(l->arena, "dt_chain_%zu", l->maps.n),
				   .kind = DT_MAPK_PROGRAMS,
				   .key_size = 4,
				   .value_size = 4,
				   .max_entries = l->executor->parts_max};

	return dt_lower_map(l, &desc);
}

void dt_gen_part_cut(struct dt_gen *g, bool hold)
{
	struct dt_chain *ch = g->chain;

	if (!ch->map)
		ch->map = chain_map(g->l);
	g->program.ir->next_map = ch->map;
	g->program.ir->next_slot = ch->part;
	g->f->loc = NULL;
	bool has_time = dt_gen_record_hand_on_time(g) || ch->has_time;
	hold |= has_time;
	g->program.hands_on = hold;
	if (hold)
		dt_gen_slot_reserve(g, dt_lower_scratch_begin(g->l));
	else
		dt_gen_slot_release(g);
	dt_gen_vtime_hand_on(g);
	dt_ir_tail_call(g->f, ch->map, dt_ir_const(g->f, g->program.ir->next_slot));
	if (!hold) {
		dt_gen_vtime_end(g);
		dt_ir_ret(g->f, 0);
	}
	dt_gen_prog_end(g);
	ch->part++;
	ch->held = hold;
	ch->has_time = has_time;
	dt_gen_part_begin(g);
}

void dt_gen_clause_cut(struct dt_gen *g)
{
	const struct dt_clause_facts *facts = dt_lower_facts(g->l, g->clause.ast);
	dt_label go_on = dt_ir_label(g->f);
	dt_reg slot = dt_gen_slot(g, 0, DT_LOWER_SLOT_BEGIN);

	dt_gen_record_suspend(g);
	if (g->clause.reads_clock || facts->records)
		dt_ir_store(g->f, 8, slot, DT_LOWER_SLOT_TIME, dt_gen_timestamp(g));
	dt_ir_storei(g->f, 8, slot, DT_LOWER_SLOT_ENDED, 0);
	dt_ir_jump(g->f, go_on);
	// Code that leaves the clause also continues in the next program, with the next clause.
	dt_gen_branch_end(g, 0);
	dt_gen_fault_exits(g);
	dt_ir_jump(g->f, g->clause.end);
	dt_gen_record_exits(g, g->clause.end);
	dt_ir_place(g->f, g->clause.end);
	slot = dt_gen_slot(g, 0, DT_LOWER_SLOT_BEGIN);
	dt_ir_storei(g->f, 8, slot, DT_LOWER_SLOT_ENDED, 1);
	dt_ir_place(g->f, go_on);
	dt_gen_part_cut(g, true);

	g->clause.begin = g->f->code.len;
	g->clause.end = dt_ir_label(g->f);
	slot = dt_gen_slot(g, 0, DT_LOWER_SLOT_BEGIN);
	dt_ir_branchi(g->f, DT_IR_NE, dt_ir_load(g->f, 8, slot, DT_LOWER_SLOT_ENDED), 0,
		      g->clause.end);
	g->clause.time = dt_ir_load(g->f, 8, slot, DT_LOWER_SLOT_TIME);
	g->clause.time_read = true;
	dt_gen_record_resume(g);
}

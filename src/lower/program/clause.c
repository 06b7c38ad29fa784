/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * A clause: its predicate, its statements, and the end of its record.
 *
 *	predicate → reserve the record → statements → submit → end
 *	                 └ ring full → count a drop ──────────→ end
 *	      fault → discard the record → ERROR ────────────→ end
 */
#include "lower/program/program.h"

#include "lower/record/record.h"
#include "lower/value/value.h"
#include "lower/verifier/verifier.h"

static void statements(struct dt_gen *g, const struct dt_node *list);

static void if_arm(struct dt_gen *g, const struct dt_node *body)
{
	int guard = -1, *outer = g->record.guard;

	g->record.guard = &guard;
	statements(g, body);
	g->record.guard = outer;
}

static void if_statement(struct dt_gen *g, const struct dt_node *n)
{
	dt_label other = dt_ir_label(g->f), end;
	unsigned valid = dt_gen_cond(g, n->lhs, false, other);

	if_arm(g, n->body);
	dt_gen_branch_end(g, valid);
	if (!n->else_body) {
		dt_ir_place(g->f, other);
		return;
	}
	end = dt_ir_label(g->f);
	dt_ir_jump(g->f, end);
	dt_ir_place(g->f, other);
	if_arm(g, n->else_body);
	dt_gen_branch_end(g, valid);
	dt_ir_place(g->f, end);
}

static void statement(struct dt_gen *g, const struct dt_node *n)
{
	if (n->kind == DT_NODE_EMPTY)
		return;
	if (n->kind == DT_NODE_BLOCK) {
		statements(g, n->body);
		return;
	}
	dt_gen_loc(g, n->loc);
	g->clause.action++;
	g->memo.n = 0;
	if (n->kind == DT_NODE_IF)
		if_statement(g, n);
	else if (n->kind == DT_NODE_EXPR_STMT)
		dt_gen_effect(g, n->lhs);
	else
		dt_gen_effect(g, n);
}

static void statements(struct dt_gen *g, const struct dt_node *list)
{
	for (const struct dt_node *n = list; n; n = n->next)
		statement(g, n);
}

/** Generates the clause's statements. The program may be cut between two of them. */
static void body(struct dt_gen *g)
{
	for (const struct dt_node *n = g->clause.ast->body; n; n = n->next) {
		dt_verifier_name_maps(g, n);
		statement(g, n);
		if (n->next && g->chain && g->chain->this_in_memory &&
		    dt_gen_is_full(g, g->clause.at + 1, NULL, n->next))
			dt_gen_clause_cut(g);
	}
}

/** Reports whether the clause, or an origin of its static probe, reads the time. */
static bool reads_clock(const struct dt_gen *g, const struct dt_lower_clause *c)
{
	bool ret = dt_lower_facts(g->l, c->clause)->reads_clock;

	for (const struct dt_fired *f = c->fired; f; f = f->by)
		ret |= dt_lower_facts(g->l, f->origin)->reads_clock;
	return ret;
}

/** Resets the state of the previous clause. */
static void clause_init(struct dt_gen *g, const struct dt_lower_clause *c, size_t at)
{
	g->clause.ast = c->clause;
	g->clause.fired = c->fired;
	g->clause.at = at;
	g->clause.begin = g->f->code.len;
	g->clause.end = dt_ir_label(g->f);
	g->clause.action = 0;
	g->fault.is_possible = false;
	g->clause.n_conds = 0;
	g->fault.predicate = g->fault.body = 0;
	g->clause.reads_clock = reads_clock(g, c);
	g->clause.time_read = false;
	g->memo.n = 0;
	g->memory.used = dt_lower_scratch_begin(g->l);
	dt_memory_release_all(&g->memory);
}

/** Reads the clock here. If no code needs the result, the optimizer removes the read. */
static void read_time(struct dt_gen *g)
{
	if (!g->clause.time_read)
		g->clause.time = dt_ir_env(g->f, DT_ENV_TIME);
}

/** Returns non-zero if the process is one of the targets or a descendant. */
static dt_reg is_of_targets(struct dt_gen *g, const struct dt_lower_limits *limits)
{
	dt_reg is = dt_gen_progenyof(g, dt_ir_const(g->f, limits->targets[0]));

	for (size_t i = 1; i < limits->n_targets; i++)
		is = dt_ir_bin(g->f, DT_IR_OR, is,
			       dt_gen_progenyof(g, dt_ir_const(g->f, limits->targets[i])));
	return is;
}

/** Leaves the clause unless the thread matches the restrictions of struct dt_lower_limits. State
 * clauses of providers run for all threads, because state of one thread may depend on others. */
static void check_limits(struct dt_gen *g)
{
	const struct dt_lower_limits *limits = &g->l->setup.limits;

	if (g->in_error || g->context->in_consumer || g->context->of_no_thread ||
	    g->clause.ast->role == DT_CLAUSE_STATE)
		return;
	if (limits->by_user)
		dt_ir_branchi(g->f, DT_IR_NE, dt_ir_un(g->f, DT_IR_ZEXT, 4, dt_gen_uid_gid(g)),
			      limits->user, g->clause.end);
	if (limits->n_targets)
		dt_ir_branchi(g->f, DT_IR_EQ, is_of_targets(g, limits), 0, g->clause.end);
	if (!limits->by_group)
		return;
	dt_gen_must_be_here(g, "a control group");
	dt_ir_branchi(g->f, DT_IR_NE,
		      dt_ir_env(g->f, DT_ENV_CGROUP, dt_ir_const(g->f, limits->level)),
		      (int64_t)limits->group, g->clause.end);
}

/** Leaves the clause unless the predicate holds; NULL always holds. */
static void predicate(struct dt_gen *g, const struct dt_node *n)
{
	if (!n)
		return;
	dt_gen_loc(g, n->loc);
	dt_verifier_name_maps(g, n);
	dt_gen_cond(g, n, false, g->clause.end);
	read_time(g);
}

/** Checks the conditions of the static probe, those of the probes underneath first. */
static void conditions(struct dt_gen *g, const struct dt_fired *fired)
{
	if (!fired)
		return;
	conditions(g, fired->by);
	g->clause.fired = fired->by;
	predicate(g, fired->origin->predicate);
}

void dt_gen_clause(struct dt_gen *g, const struct dt_lower_clause *run, size_t at)
{
	unsigned outside = dt_gen_branch_begin(g);
	const struct dt_clause *c = run->clause;

	clause_init(g, run, at);
	dt_gen_loc(g, c->loc);
	dt_gen_own_begin(g);
	read_time(g);
	conditions(g, run->fired);
	g->clause.fired = run->fired;
	check_limits(g);
	predicate(g, c->predicate);
	g->clause.action = 1; // the record is reserved if a fault occurs from here on
	dt_gen_loc(g, c->body ? c->body->loc : c->loc);
	dt_gen_record_begin(g);
	g->clause.action = 0;
	body(g);
	dt_gen_loc(g, c->loc);
	dt_gen_record_end(g, g->clause.end);
	if (g->fault.body || g->fault.predicate)
		dt_ir_jump(g->f, g->clause.end);
	dt_gen_branch_end(g, outside);
	dt_gen_fault_exits(g);
	dt_gen_branch_end(g, outside);
	dt_ir_place(g->f, g->clause.end);
	dt_gen_record_describe(g);
}

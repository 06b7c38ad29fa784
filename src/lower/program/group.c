/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The program of a probe group, the function of the ERROR clauses in it, and the dispatcher.
 *
 * The clauses are generated first, because they determine the registers and memory that the
 * prologue prepares. The prologue is generated last and moved to the front.
 *
 *	prologue: check for active tracing → check the probe → claim scratch memory → this-> = 0
 *	clauses in program order
 *	epilogue: release the scratch memory, return 0
 *
 * A large group is cut into programs that tail-call each other (chain.c).
 */
#include "lower/program/program.h"

#include "ir/ops.h"
#include "lang/ident.h"
#include "lower/account/account.h"
#include "lower/record/record.h"
#include "lower/verifier/verifier.h"

#include <string.h>

/** Returns the source line of a location, without its indentation. */
static const char *source_line(struct dt_gen *g, struct dt_loc loc)
{
	const char *text = loc.source->text;
	size_t begin = loc.offset < loc.source->len ? loc.offset : loc.source->len, end = begin;

	while (begin > 0 && text[begin - 1] != '\n')
		begin--;
	while (end < loc.source->len && text[end] != '\n')
		end++;
	while (begin < end && (text[begin] == ' ' || text[begin] == '\t'))
		begin++;
	return dt_arena_strndup(g->l->arena, text + begin, end - begin);
}

void dt_gen_loc(struct dt_gen *g, struct dt_loc loc)
{
	const struct dt_ir_loc *have = g->f->loc;
	struct dt_ir_loc *ir;
	bool same_line;

	if (!loc.source)
		return;
	same_line = have && have->line == loc.line && have->clause == g->clause.ast->index + 1;
	if (same_line && have->column == loc.column)
		return;
	ir = dt_arena_new(g->l->arena, struct dt_ir_loc);
	ir->file = loc.file ? loc.file : loc.source->is_file ? loc.source->name : NULL;
	ir->line = loc.line;
	ir->column = loc.column;
	ir->text = same_line ? have->text : source_line(g, loc);
	ir->clause = g->clause.ast->index + 1;
	g->f->loc = ir;
}

/** Counts a run of the program, even if tracing is not active. */
static void count_run(struct dt_gen *g)
{
	dt_label none = dt_ir_label(g->f);
	dt_reg cpu = dt_gen_cpu_elem(g, DT_MAP_CPUS);

	dt_ir_branchi(g->f, DT_IR_EQ, cpu, 0, none);
	dt_ir_atomic_add(g->f, 8, cpu, offsetof(struct dt_cpu, fired), dt_ir_const(g->f, 1));
	dt_ir_place(g->f, none);
}

/** Returns unless tracing is active. */
static void check_active(struct dt_ir_func *f)
{
	dt_reg ctl = dt_ir_map_value(f, DT_MAP_CTL, 0);
	dt_label active = dt_ir_label(f);

	dt_ir_branchi(f, DT_IR_NE, dt_ir_load(f, 4, ctl, offsetof(struct dt_ctl, active)), 0,
		      active);
	dt_ir_ret(f, 0);
	dt_ir_place(f, active);
}

/** -x cpu: ends the program on other CPUs. */
static void check_cpu(struct dt_gen *g)
{
	const struct dt_options *o = g->l->setup.options;
	dt_label ours = dt_ir_label(g->f);

	if (!o->set[DT_OPT_cpu] || g->context->in_consumer)
		return;
	dt_ir_branchi(g->f, DT_IR_EQ, dt_ir_env(g->f, DT_ENV_PROCESSOR), o->v[DT_OPT_cpu], ours);
	dt_gen_end_early(g);
	dt_ir_place(g->f, ours);
}

/** Ends the program for a probe of another group. */
static void check_probe(struct dt_gen *g)
{
	const struct dt_lower_group *group = g->group;
	struct dt_probe_set set;
	dt_label skip, ours;

	if (group->dispatched || !g->context->filter)
		return;
	set = dt_gen_probe_set(g);
	skip = dt_ir_label(g->f);
	ours = dt_ir_label(g->f);
	g->context->filter(g->context, g->f, &set, skip);
	dt_ir_jump(g->f, ours);
	dt_ir_place(g->f, skip);
	dt_ir_ret(g->f, 0);
	dt_ir_place(g->f, ours);
}

/** Zeroes a variable in the frame. For a string and a builtin's state, the first 8 bytes and a mark
 * suffice. */
static void init_framed(struct dt_gen *g, const struct dt_ident *id)
{
	const struct dt_lower_var *v = dt_lower_var(id);
	bool string = id->builtin || dt_type_is_string(id->type);

	dt_gen_zero(g, g->memory.slot, v->off, string ? 8 : dt_lower_round(v->size, 8));
	if (v->may_be_null)
		dt_gen_zero(g, g->memory.slot, v->off + v->mark, sizeof(uint64_t));
}

/** Initialises this-> variables to 0. */
static void init_this(struct dt_gen *g)
{
	for (unsigned i = 0; i < DT_LOWER_THIS_REGS; i++)
		if (g->program.this_regs[i])
			dt_ir_const_to(g->f, g->program.this_regs[i], 0);
	for (size_t i = 0; i < g->program.frame_vars.n; i++)
		init_framed(g, g->program.frame_vars.ids[i]);
}

/** Reports whether the variable is in the frame of this program or in the one that it received. */
static bool is_framed(const struct dt_gen *g, const struct dt_ident *id)
{
	for (size_t i = 0; i < g->program.frame_vars.n; i++)
		if (g->program.frame_vars.ids[i] == id)
			return true;
	return g->chain->held && dt_lower_var(id)->framed[0] == g->program.frame_number;
}

/** Zeroes this-> variables between the clauses of two static probes that the same firing fires.
 *  Variables of providers keep their values. */
static void reset_this(struct dt_gen *g)
{
	for (size_t i = 0; i < g->l->vars.lowered.n; i++) {
		const struct dt_ident *id = g->l->vars.lowered.ids[i];
		const struct dt_lower_var *v = dt_lower_var(id);

		if (id->kind != DT_IDENT_THIS || dt_ident_is_own(id->name))
			continue;
		if (v->reg >= 0 && g->program.this_regs[v->reg])
			dt_ir_const_to(g->f, g->program.this_regs[v->reg], 0);
		if (is_framed(g, id)) {
			dt_gen_slot_reserve(g, DT_LOWER_SLOT_BEGIN);
			init_framed(g, id);
		}
	}
}

/** Moves the code from `at` on to the front. */
static void move_to_front(struct dt_gen *g, size_t at)
{
	struct dt_ir_func *f = g->f;
	size_t n = f->code.len - at;
	struct dt_ir_insn *moved = dt_malloc(n * sizeof(*moved) + 1);

	memcpy(moved, f->code.data + at, n * sizeof(*moved));
	memmove(f->code.data + n, f->code.data, at * sizeof(*moved));
	memcpy(f->code.data, moved, n * sizeof(*moved));
	free(moved);
}

static void epilogue(struct dt_gen *g)
{
	if (g->program.done)
		dt_ir_place(g->f, g->program.done);
	g->f->loc = NULL;
	dt_gen_vtime_end(g);
	dt_gen_slot_release(g);
	if (g->chain && g->chain->is_complete && g->context->finish) {
		if (!g->chain->part) {
			g->program.finish = dt_ir_label(g->f);
			dt_ir_place(g->f, g->program.finish);
		}
		g->context->finish(g->context, g->f);
	}
	dt_ir_ret(g->f, 0);
}

static void prologue(struct dt_gen *g)
{
	size_t at = g->f->code.len;

	dt_memory_release_all(&g->memory);
	g->cache.n = 0;
	if (g->chain && !g->chain->part) {
		if (g->context->is_counted)
			count_run(g);
		if (!g->context->in_consumer && !g->group->dispatched && !g->group->adds)
			check_active(g->f);
		check_cpu(g);
		check_probe(g);
		dt_gen_check_followed(g);
	}
	dt_gen_vtime_begin(g);
	if (g->memory.claims)
		dt_gen_slot_claim(g);
	init_this(g);
	dt_gen_record_init_time(g);
	move_to_front(g, at);
}

void dt_gen_prog_end(struct dt_gen *g)
{
	epilogue(g);
	prologue(g);
}

/** Reports whether the clause may end tracing: it calls exit(), or may fault and an ERROR clause
 * calls exit(). exit() ends everything except END, including later clauses of the same firing.
 */
static bool may_end_tracing(const struct dt_gen *g, const struct dt_clause *c)
{
	const struct dt_lower *l = g->l;
	bool exits = dt_lower_facts(l, c)->exits;

	for (size_t i = 0; i < l->setup.n_error_clauses && g->fault.is_possible; i++)
		exits |= dt_lower_facts(l, l->setup.error_clauses[i].clause)->exits;
	return exits;
}

static void leave_if_exited(struct dt_gen *g)
{
	dt_reg ctl = dt_ir_map_value(g->f, DT_MAP_CTL, 0);

	dt_ir_branchi(g->f, DT_IR_NE, dt_ir_load(g->f, 4, ctl, offsetof(struct dt_ctl, exited)), 0,
		      g->program.done);
}

static bool is_end(const struct dt_lower_group *group)
{
	return group->probes[0].id == DT_PROBE_END;
}

/** Generates the function that handles a fault. Its parameters are the three words of struct
 * dt_fault_info, the probe's id with the EPID in the high half, and the time of the firing. All are
 * numbers, so the kernel verifies the function only once. */
static void error_function(struct dt_lower *l, struct dt_ir_prog *p,
			   const struct dt_lower_group *faulting)
{
	struct dt_context context = {.name = "error", .attach = faulting->context->attach};
	struct dt_lower_probe probe = {DT_PROBE_ERROR, "dtrace", "", "", "ERROR"};
	struct dt_lower_group group = {.context = &context,
				       .probes = &probe,
				       .n_probes = 1,
				       .clauses = l->setup.error_clauses,
				       .n_clauses = l->setup.n_error_clauses};
	struct dt_gen g = {.l = l,
			   .program.ir = p,
			   .group = &group,
			   .context = &context,
			   .in_error = true,
			   .program.frame_number = ++l->n_chains};

	g.f = dt_ir_func_add(p, "dt_error", DT_GEN_ERROR_TIME);
	dt_gen_record_of_fault(&g);
	g.program.done = dt_ir_label(g.f);
	for (size_t i = 0; i < group.n_clauses; i++) {
		dt_gen_clause(&g, &group.clauses[i], i);
		if (i + 1 < group.n_clauses && !is_end(faulting) &&
		    dt_lower_facts(l, group.clauses[i].clause)->exits)
			leave_if_exited(&g);
	}
	dt_gen_prog_end(&g);
}

static void drop_function(struct dt_lower *l, struct dt_ir_prog *p, enum dt_drop cause)
{
	static const struct dt_lower_group none;
	struct dt_gen g = {.l = l, .program.ir = p, .group = &none};

	g.f = dt_ir_func_add(p, "dt_drop", 0);
	dt_gen_drop_function(&g, cause);
}

/** Marks the callees (DT_LOWER_FUNC_…) of calls whose function number is not set yet. */
static void find_calls(const struct dt_ir_func *f, bool *called)
{
	dt_vec_foreach (&f->code, i)
		if (i->op == DT_IR_CALL_LOCAL)
			called[i->imm] = true;
}

/** Reports whether the function reads numbers from kernel memory and may load them. */
static bool may_view(struct dt_lower *l, const struct dt_ir_func *f)
{
	bool reads = false;

	dt_vec_foreach (&f->code, i)
		reads |= dt_ir_is_read(i);
	if (!reads || l->setup.careful || !f->executor->serves(DT_ENV_VIEW))
		return false;
	if (!l->kernel.view_sought)
		l->kernel.has_view = l->setup.has_view && l->setup.has_view(l->setup.self);
	l->kernel.view_sought = true;
	return l->kernel.has_view;
}

/** Adds the functions that are called. Optimization first removes impossible faults (x / 2). */
static void link_functions(struct dt_lower *l, struct dt_ir_prog *p,
			   const struct dt_lower_group *group)
{
	bool called[DT_LOWER_N_FUNCS] = {false};
	int64_t number[DT_LOWER_N_FUNCS] = {0};

	p->funcs.data[0]->spares_stack = l->setup.careful;
	p->funcs.data[0]->views = may_view(l, p->funcs.data[0]);
	dt_ir_optimize(p->funcs.data[0]);
	find_calls(p->funcs.data[0], called);
	for (int i = DT_LOWER_FUNC_ERROR; i < DT_LOWER_N_FUNCS; i++) {
		if (!called[i])
			continue;
		number[i] = p->funcs.len;
		if (i == DT_LOWER_FUNC_ERROR)
			error_function(l, p, group);
		else
			drop_function(l, p, i - DT_LOWER_FUNC_DROP);
		dt_ir_optimize(dt_vec_last(&p->funcs));
		find_calls(dt_vec_last(&p->funcs), called);
	}
	dt_vec_foreach (&p->funcs, f)
		dt_vec_foreach (&(*f)->code, i)
			if (i->op == DT_IR_CALL_LOCAL)
				i->imm = number[i->imm];
}

struct dt_ir_prog *dt_lower_group(struct dt_lower *l, const struct dt_lower_group *group)
{
	struct dt_chain chain;
	struct dt_gen g = {.l = l, .group = group, .context = group->context, .chain = &chain};

	l->executor = group->executor ? group->executor : l->setup.executor;
	dt_chain_init(&chain, l, group);
	dt_gen_part_begin(&g);
	for (size_t i = 0; i < group->n_clauses; i++) {
		const struct dt_lower_clause *run = &group->clauses[i];

		if (i && dt_gen_is_full(&g, i, run->clause->predicate, run->clause->body))
			dt_gen_part_cut(&g, dt_gen_shares_this(&g, i));
		if (i && run->fired != run[-1].fired)
			reset_this(&g);
		dt_gen_clause(&g, run, i);
		if (i + 1 < group->n_clauses && !is_end(group) && may_end_tracing(&g, run->clause))
			leave_if_exited(&g);
	}
	chain.is_complete = true;
	dt_gen_prog_end(&g);
	for (struct dt_ir_prog *p = chain.first; p; p = p->next) {
		link_functions(l, p, group);
		dt_verifier_check_maps(l, p, group->clauses[0].clause->loc);
	}
	dt_lower_check_requests(l, chain.first, group);
	l->executor = l->setup.executor;
	return chain.first;
}

struct dt_ir_prog *dt_lower_dispatcher(struct dt_lower *l, const struct dt_context *ctx,
				       unsigned *map)
{
	struct dt_ir_prog *p = dt_lower_prog(l, "dt_dispatch", ctx->attach);
	struct dt_ir_func *f = dt_ir_func_add(p, "dt_dispatch", 0);

	*map = dt_lower_map(
	    l, &(struct dt_map_desc){.name = dt_arena_printf(l->arena, "dt_jump_%zu", l->maps.n),
				     .kind = DT_MAPK_PROGRAMS,
				     .key_size = 4,
				     .value_size = 4,
				     .max_entries = ctx->n_dispatch});
	if (!ctx->in_consumer)
		check_active(f);
	dt_ir_tail_call(f, *map, ctx->dispatch(ctx, f));
	dt_ir_ret(f, 0);
	dt_ir_optimize(f);
	return p;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The program of a probe group, the function of the ERROR clauses in it, and the dispatcher.
 *
 * The clauses are generated first: only then it is known which registers and memory they need. The
 * prologue that prepares those is generated last and moved to the front.
 *
 *	prologue: is tracing active → is this probe ours → claim scratch memory → this-> = 0
 *	clauses in program order
 *	epilogue: release the scratch memory, return 0
 *
 * The kernel moves the whole program each time it inlines a helper, so that loading takes time by
 * the square of the size: a group of many clauses is cut into programs that tail-call each other,
 * where no this-> variable is used on both sides.
 */
#include "lower/internal.h"

#include <linux/bpf.h>
#include <string.h>

/** The source line of a location, without its indentation. */
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
	same_line = have && have->line == loc.line && have->clause == g->clause->index + 1;
	if (same_line && have->column == loc.column)
		return;
	ir = dt_arena_new(g->l->arena, struct dt_ir_loc);
	ir->file = loc.file ? loc.file : loc.source->is_file ? loc.source->name : NULL;
	ir->line = loc.line;
	ir->column = loc.column;
	ir->text = same_line ? have->text : source_line(g, loc);
	ir->clause = g->clause->index + 1;
	g->f->loc = ir;
}

/** Do nothing unless tracing is active. */
static void check_active(struct dt_ir_func *f)
{
	dt_reg ctl = dt_ir_map_value(f, DT_MAP_CTL, 0);
	dt_label active = dt_ir_label(f);

	dt_ir_branchi(f, DT_IR_NE, dt_ir_load(f, 4, ctl, offsetof(struct dt_ctl, active)), 0,
		      active);
	dt_ir_ret(f, 0);
	dt_ir_place(f, active);
}

/** -x cpu: do nothing on another CPU. */
static void check_cpu(struct dt_gen *g)
{
	const struct dt_options *o = g->l->options;
	dt_label ours = dt_ir_label(g->f);

	if (!o->set[DT_OPT_cpu] || g->context->in_consumer)
		return;
	dt_ir_branchi(g->f, DT_IR_EQ, dt_ir_helper(g->f, BPF_FUNC_get_smp_processor_id, 0),
		      o->v[DT_OPT_cpu], ours);
	dt_ir_ret(g->f, 0);
	dt_ir_place(g->f, ours);
}

/** Do nothing for a probe of another group. */
static void check_probe(struct dt_gen *g)
{
	const struct dt_lower_group *group = g->group;
	dt_label skip, ours;
	uint32_t *ids;

	if (group->dispatched || !g->context->filter)
		return;
	ids = dt_arena_array(g->l->arena, uint32_t, group->n_probes);
	for (size_t i = 0; i < group->n_probes; i++)
		ids[i] = group->probes[i].id;
	skip = dt_ir_label(g->f);
	ours = dt_ir_label(g->f);
	g->context->filter(g->f, ids, group->n_probes, skip);
	dt_ir_jump(g->f, ours);
	dt_ir_place(g->f, skip);
	dt_ir_ret(g->f, 0);
	dt_ir_place(g->f, ours);
}

/**
 * Claim one of the slots of this CPU: a program can be preempted by another firing on the same CPU,
 * which then takes the next slot.
 */
static void claim_scratch(struct dt_gen *g)
{
	struct dt_ir_func *f = g->f;
	unsigned map = dt_lower_scratch_map(g->l, g->scratch_max);
	dt_label none = dt_ir_label(f), claimed = dt_ir_label(f);
	unsigned taken = dt_gen_stack_take(g, 8);
	dt_reg cpu = dt_ir_helper(f, BPF_FUNC_get_smp_processor_id, 0);
	dt_reg first = dt_gen_scale(g, cpu, DT_LOWER_SCRATCH_LEVELS), key, busy;

	for (unsigned level = 0; level < DT_LOWER_SCRATCH_LEVELS; level++) {
		key = dt_gen_stack_addr(g, taken);
		dt_ir_store(f, 4, key, 0, dt_ir_bini(f, DT_IR_ADD, first, level));
		dt_ir_mov_to(f, g->scratch, dt_gen_lookup(g, map, key));
		dt_ir_branchi(f, DT_IR_EQ, g->scratch, 0, none);
		busy = dt_ir_atomic(f, DT_IR_XCHG, 8, g->scratch, 0, dt_ir_const(f, 1), 0);
		dt_ir_branchi(f, DT_IR_EQ, busy, 0, claimed);
	}
	dt_ir_place(f, none);
	dt_gen_drop(g, DT_DROP_SCRATCH);
	dt_ir_ret(f, 0);
	dt_ir_place(f, claimed);
	dt_gen_stack_release(g, taken);
}

/** this-> variables are 0 at first; of a string the first byte suffices, of a builtin's state 8. */
static void init_this(struct dt_gen *g)
{
	for (unsigned i = 0; i < DT_LOWER_THIS_REGS; i++)
		if (g->this_regs[i])
			dt_ir_const_to(g->f, g->this_regs[i], 0);
	for (size_t i = 0; i < g->n_frame_vars; i++) {
		const struct dt_ident *id = g->frame_vars[i];
		const struct dt_lower_var *v = dt_lower_var(id);
		bool string = id->builtin || dt_type_is_string(id->type);

		dt_gen_zero(g, g->scratch, v->off, string ? 8 : dt_lower_round(v->size, 8));
	}
}

/** Move the code from `at` on to the front. */
static void move_to_front(struct dt_ir_func *f, size_t at)
{
	size_t n = f->code.len - at;
	struct dt_ir_insn *moved = dt_malloc(n * sizeof(*moved) + 1);

	memcpy(moved, f->code.data + at, n * sizeof(*moved));
	memmove(f->code.data + n, f->code.data, at * sizeof(*moved));
	memcpy(f->code.data, moved, n * sizeof(*moved));
	free(moved);
}

/** If someone asks for vtimestamp: what this program took is no time of the thread's. */
static void end_vtime(struct dt_gen *g)
{
	if (!dt_lower_has_vtime(g->l) || g->in_error)
		return;
	if (!g->begun)
		g->begun = dt_ir_reg(g->f);
	dt_gen_vtime_end(g);
}

static void epilogue(struct dt_gen *g)
{
	g->f->loc = NULL;
	end_vtime(g);
	if (g->claims)
		dt_ir_storei(g->f, 8, g->scratch, 0, 0);
	dt_ir_ret(g->f, 0);
}

static void prologue(struct dt_gen *g)
{
	size_t at = g->f->code.len;

	for (unsigned i = 0; i < g->n_stack; i++)
		g->stack[i].taken = false;
	g->n_cached = 0;
	if (!g->in_error && !g->continues) {
		if (!g->context->in_consumer && !g->group->dispatched)
			check_active(g->f);
		check_cpu(g);
		check_probe(g);
	}
	if (g->begun)
		dt_ir_mov_to(g->f, g->begun, dt_ir_helper(g->f, BPF_FUNC_ktime_get_ns, 0));
	if (g->claims)
		claim_scratch(g);
	init_this(g);
	move_to_front(g->f, at);
}

/** Tell the consumer of the fault itself. */
static void record_fault(struct dt_gen *g)
{
	dt_label full = dt_ir_label(g->f), end = dt_ir_label(g->f);
	int64_t size = sizeof(struct dt_rec) + sizeof(struct dt_fault_info);
	size_t size_insn;
	dt_reg time, rec;

	rec = dt_gen_ring_reserve(g, size, full, &size_insn);
	time = dt_ir_helper(g->f, BPF_FUNC_ktime_get_ns, 0);
	dt_ir_store(g->f, 8, rec, offsetof(struct dt_rec, time), time);
	dt_ir_storei(g->f, 4, rec, offsetof(struct dt_rec, clause), DT_REC_ERROR);
	dt_ir_store(g->f, 4, rec, offsetof(struct dt_rec, probe), 4);
	for (int i = 0; i < 3; i++)
		dt_ir_store(g->f, 8, rec, sizeof(struct dt_rec) + 8 * i, i + 1);
	dt_gen_ring_submit(g, rec, size, false);
	dt_ir_jump(g->f, end);
	dt_ir_place(g->f, full);
	dt_gen_ring_done(g);
	dt_gen_drop(g, DT_DROP_PRINCIPAL);
	dt_ir_place(g->f, end);
}

/**
 * What follows a fault. Its parameters are the three words of struct dt_fault_info, and the probe's
 * id with the EPID in the high half: only numbers, so that the kernel verifies it once.
 */
static void error_function(struct dt_lower *l, struct dt_ir_prog *p, const struct dt_context *ctx)
{
	struct dt_context context = {.name = "error", .bpf_type = ctx->bpf_type};
	struct dt_lower_probe probe = {l->error_probe_id, "dtrace", "", "", "ERROR"};
	struct dt_lower_group group = {.context = &context,
				       .probes = &probe,
				       .n_probes = 1,
				       .clauses = l->error_clauses,
				       .n_clauses = l->n_error_clauses};
	struct dt_gen g = {
	    .l = l, .prog = p, .group = &group, .context = &context, .in_error = true};

	g.f = dt_ir_func_add(p, "dt_error", 4);
	record_fault(&g);
	for (size_t i = 0; i < group.n_clauses; i++)
		dt_gen_clause(&g, group.clauses[i], i);
	epilogue(&g);
	prologue(&g);
}

static void drop_function(struct dt_lower *l, struct dt_ir_prog *p, enum dt_drop cause)
{
	static const struct dt_lower_group none;
	struct dt_gen g = {.l = l, .prog = p, .group = &none};

	g.f = dt_ir_func_add(p, "dt_drop", 0);
	dt_gen_drop_function(&g, cause);
}

/** Calls in a function that are still to be given the callee's number: DT_LOWER_FUNC_… */
static void find_calls(const struct dt_ir_func *f, bool *called)
{
	dt_vec_foreach (&f->code, i)
		if (i->op == DT_IR_CALL_LOCAL)
			called[i->imm] = true;
}

/** Add the functions that are called. A fault that cannot happen (x / 2) has been removed again. */
static void link_functions(struct dt_lower *l, struct dt_ir_prog *p, const struct dt_context *ctx)
{
	bool called[DT_LOWER_N_FUNCS] = {false};
	int64_t number[DT_LOWER_N_FUNCS] = {0};

	dt_ir_optimize(p->funcs.data[0]);
	find_calls(p->funcs.data[0], called);
	for (int i = DT_LOWER_FUNC_ERROR; i < DT_LOWER_N_FUNCS; i++) {
		if (!called[i])
			continue;
		number[i] = p->funcs.len;
		if (i == DT_LOWER_FUNC_ERROR)
			error_function(l, p, ctx);
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

/** exit() ends everything but END, also the later clauses of the firing that calls it. */
static bool may_end_tracing(const struct dt_gen *g, const struct dt_clause *c)
{
	const struct dt_clause_desc *d = &g->l->desc.clauses[c->index];

	if (g->context->in_consumer && !strcmp(g->group->probes[0].name, "END"))
		return false;
	for (size_t i = 0; i < d->n_actions; i++)
		if (d->actions[i].act == DT_ACT_EXIT)
			return true;
	return false;
}

static void leave_if_exited(struct dt_ir_func *f, dt_label done)
{
	dt_reg ctl = dt_ir_map_value(f, DT_MAP_CTL, 0);

	dt_ir_branchi(f, DT_IR_NE, dt_ir_load(f, 4, ctl, offsetof(struct dt_ctl, exited)), 0, done);
}

/** Is a program of this size to be cut before clause `at` of the group? */
static bool cut_here(const struct dt_gen *g, size_t at, unsigned part)
{
	const struct dt_lower_group *group = g->group;
	uint64_t before = 0, after = 0;

	if (at == group->n_clauses || part + 1 == DT_LOWER_PARTS_MAX ||
	    g->f->code.len < (size_t)DT_LOWER_PART_SIZE << part / DT_LOWER_PARTS_DOUBLE)
		return false;
	// this-> variables live as long as the program.
	for (size_t i = 0; i < group->n_clauses; i++)
		*(i < at ? &before : &after) |= g->l->this_used[group->clauses[i]->index];
	return !(before & after);
}

static unsigned chain_map(struct dt_lower *l)
{
	struct dt_map_desc desc = {.name = dt_arena_printf(l->arena, "dt_chain_%zu", l->n_maps),
				   .type = BPF_MAP_TYPE_PROG_ARRAY,
				   .key_size = 4,
				   .value_size = 4,
				   .max_entries = DT_LOWER_PARTS_MAX};

	return dt_lower_map(l, &desc);
}

/** Go on with the next program. */
static void chain(struct dt_gen *g)
{
	g->f->loc = NULL;
	end_vtime(g);
	if (g->claims)
		dt_ir_storei(g->f, 8, g->scratch, 0, 0);
	dt_ir_tail_call(g->f, g->prog->next_map, dt_ir_const(g->f, g->prog->next_slot));
	dt_ir_ret(g->f, 0);
}

/** Program number `part` of a group, from clause *at on; *at becomes the first that it lacks. */
static struct dt_ir_prog *lower_part(struct dt_lower *l, const struct dt_lower_group *group,
				     unsigned part, unsigned map, size_t *at)
{
	struct dt_ir_prog *p = dt_ir_prog_create(l->arena, group->name, group->context->bpf_type);
	struct dt_gen g = {
	    .l = l, .prog = p, .group = group, .context = group->context, .continues = part > 0};

	p->attach_type = group->context->attach_type;
	g.f = dt_ir_func_add(p, group->name, 0);
	dt_label done = dt_ir_label(g.f);
	do {
		size_t i = (*at)++;

		dt_gen_clause(&g, group->clauses[i], i);
		if (*at < group->n_clauses && may_end_tracing(&g, group->clauses[i]))
			leave_if_exited(g.f, done);
	} while (*at < group->n_clauses && !cut_here(&g, *at, part));
	if (*at < group->n_clauses) {
		p->next_map = map ? map : chain_map(l);
		p->next_slot = part;
		chain(&g);
	}
	dt_ir_place(g.f, done);
	epilogue(&g);
	prologue(&g);
	link_functions(l, p, group->context);
	return p;
}

struct dt_ir_prog *dt_lower_group(struct dt_lower *l, const struct dt_lower_group *group)
{
	size_t at = 0;
	struct dt_ir_prog *first = lower_part(l, group, 0, 0, &at), *p = first;

	for (unsigned part = 1; at < group->n_clauses; part++)
		p = p->next = lower_part(l, group, part, first->next_map, &at);
	return first;
}

struct dt_ir_prog *dt_lower_dispatcher(struct dt_lower *l, const struct dt_context *ctx,
				       unsigned *map)
{
	struct dt_ir_prog *p = dt_ir_prog_create(l->arena, "dt_dispatch", ctx->bpf_type);
	struct dt_ir_func *f = dt_ir_func_add(p, "dt_dispatch", 0);

	*map = dt_lower_map(
	    l, &(struct dt_map_desc){.name = dt_arena_printf(l->arena, "dt_jump_%zu", l->n_maps),
				     .type = BPF_MAP_TYPE_PROG_ARRAY,
				     .key_size = 4,
				     .value_size = 4,
				     .max_entries = ctx->n_dispatch});
	if (!ctx->in_consumer)
		check_active(f);
	dt_ir_tail_call(f, *map, ctx->dispatch(f));
	dt_ir_ret(f, 0);
	dt_ir_optimize(f);
	return p;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Requests that an executor may refuse. Each instruction knows the node of the source that asks for
 * it, so a refusal names the builtin and its location. Only requests that are left after
 * optimization count.
 *
 * Offsets of members of the kernel's structs are requests, too. They are refused at once, because
 * they become constants.
 */
#include "lower/firing/gen.h"

const struct dt_node *dt_gen_ask(struct dt_gen *g, const struct dt_node *n)
{
	const struct dt_node *before = g->f->asker;

	// For what a library file writes, the node of the program that uses it asks.
	if (!before || !n->loc.source || !n->loc.source->is_library)
		g->f->asker = n;
	return before;
}

void dt_gen_asked(struct dt_gen *g, const struct dt_node *before)
{
	g->f->asker = before;
}

/** Returns what the source asks for, as D writes it: for an expression, its leftmost operand. */
static const char *text_of(struct dt_lower *l, const struct dt_node *n)
{
	while (n && !n->written && n->kind != DT_NODE_CALL && n->kind != DT_NODE_VAR)
		n = n->lhs;
	if (!n)
		return "a clause";
	if (n->written)
		return n->written;
	if (n->kind == DT_NODE_CALL)
		return dt_arena_printf(l->arena, "%s()", n->ident->name);
	return n->ident ? n->ident->name : dt_arena_printf(l->arena, "`%s", n->name);
}

/** Notes a refusal, at most one for each node. The last in the source comes first. */
static void refuse(struct dt_lower *l, const struct dt_lower_group *group,
		   const struct dt_node *asker)
{
	struct dt_loc loc = asker ? asker->loc : group->clauses[0].clause->loc;
	const struct dt_lower_probe *p = &group->probes[0];
	struct dt_lower_refusal **at = &l->refusals, *r;

	while (*at && !(*at)->prog && (*at)->loc.offset > loc.offset)
		at = &(*at)->next;
	if (*at && !(*at)->prog && (*at)->loc.source == loc.source &&
	    (*at)->loc.offset == loc.offset)
		return;
	r = dt_arena_new(l->arena, struct dt_lower_refusal);
	*r = (struct dt_lower_refusal){
	    .next = *at,
	    .loc = loc,
	    .text = dt_arena_printf(l->arena, "%s in %s:%s:%s:%s %s", text_of(l, asker), p->prov,
				    p->mod, p->func, p->name, l->executor->refusal),
	    .way_out = l->executor->way_out};
	*at = r;
}

const struct dt_lower_refusal *dt_lower_refusals(const struct dt_lower *l)
{
	return l->refusals;
}

static void report(struct dt_lower *l, const struct dt_lower_refusal *r, const struct dt_ir_prog *p)
{
	if (!r)
		return;
	report(l, r->next, p);
	if (r->prog != p)
		return;
	dt_diag(&l->c->diags, r->loc, D_EXECUTOR, "%s", r->text);
	dt_diag_hint(&l->c->diags, "%s", r->way_out);
}

void dt_lower_report_refusals(struct dt_lower *l, const struct dt_ir_prog *p)
{
	report(l, l->refusals, p);
}

/** Reports whether the executor serves the instruction and the map that it names. */
static bool is_served(const struct dt_lower *l, const struct dt_ir_insn *i)
{
	const struct dt_executor *x = l->executor;

	if (i->op == DT_IR_MAP || i->op == DT_IR_MAP_VALUE)
		return x->maps_of >> l->maps.list[i->imm].kind & 1;
	return dt_executor_serves(x, i);
}

static void check_program(struct dt_lower *l, const struct dt_ir_prog *p,
			  const struct dt_lower_group *group)
{
	dt_vec_foreach (&p->funcs, f)
		dt_vec_foreach (&(*f)->code, i)
			if (!is_served(l, i))
				refuse(l, group, i->asker);
}

void dt_lower_check_requests(struct dt_lower *l, const struct dt_ir_prog *first,
			     const struct dt_lower_group *group)
{
	if (!(l->executor->attaches >> first->attach & 1))
		refuse(l, group, NULL);
	for (const struct dt_ir_prog *p = first; p; p = p->next)
		check_program(l, p, group);
	for (struct dt_lower_refusal *r = l->refusals; r && !r->prog; r = r->next)
		r->prog = first;
}

// ---- members of the kernel's structs

/** Reports whether the executor has memory of the kernel, and notes a refusal if not. */
static bool has_kernel(struct dt_gen *g)
{
	bool has = dt_gen_reads_kernel(g);

	if (!has)
		refuse(g->l, g->group, g->f->asker);
	return has;
}

bool dt_gen_has_member(struct dt_gen *g, enum dt_kernel_member member)
{
	uint32_t offset;

	return has_kernel(g) && dt_lower_member(g->l, member, &offset);
}

uint32_t dt_gen_member(struct dt_gen *g, enum dt_kernel_member member)
{
	const struct dt_kernel_member_info *m = &dt_kernel_member_table[member];
	const struct dt_node *n = g->f->asker;
	uint32_t offset = 0;

	if (!dt_lower_member(g->l, member, &offset) && has_kernel(g))
		dt_diag(&g->l->c->diags, n->loc, D_SYM_NOTYPES,
			"%s needs member %s of the kernel's %s, which this kernel's type data "
			"(/sys/kernel/btf/vmlinux) do not have",
			text_of(g->l, n), m->names[0], m->type);
	return offset;
}

uint32_t dt_gen_member_or_fault(struct dt_gen *g, enum dt_kernel_member member)
{
	uint32_t offset = 0;

	if (!dt_lower_member(g->l, member, &offset) && has_kernel(g))
		dt_gen_fault_if(g, DT_FAULT_ILLOP, DT_IR_EQ, dt_ir_const(g->f, 0), 0, 0);
	return offset;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Places of variables, elements, members and targets of pointers.
 *
 * D's own memory (maps, the claimed slot) is accessed directly. A computed or stored address is a
 * number; its target is read by READ or READ_USER, which may fault. To separate the two, the
 * address of D's own memory is converted to a number before it becomes the value of an expression
 * (dt_place_address()).
 *
 * An index into D's own memory is checked.
 */
#include "lower/value/value.h"

#include "lang/integer.h"
#include "lower/verifier/verifier.h"

#include <assert.h>

static struct dt_place element_place(struct dt_gen *g, const struct dt_node *n, dt_label fail)
{
	return fail ? dt_gen_assoc_write(g, n, fail) : dt_gen_assoc_place(g, n);
}

static struct dt_place variable_place(struct dt_gen *g, const struct dt_node *n, dt_label fail)
{
	struct dt_ident *id = n->ident;
	const struct dt_lower_var *v = id->lowered;
	struct dt_place p = {.type = dt_node_storage(g->l->c->types, n), .kind = DT_PLACE_MEM};

	switch (id->kind) {
	case DT_IDENT_GLOBAL:
		p.base = dt_ir_map_value(g->f, g->l->maps.globals, v->off);
		break;
	case DT_IDENT_THIS:
		if (v->reg >= 0 && !(g->chain && g->chain->this_in_memory)) {
			if (!g->program.this_regs[v->reg])
				g->program.this_regs[v->reg] = dt_ir_reg(g->f);
			p.kind = DT_PLACE_REG;
			p.base = g->program.this_regs[v->reg];
		} else {
			p.base = dt_gen_frame(g, id, v);
			p.scratch = true;
		}
		break;
	case DT_IDENT_SELF:
		if (v->per_thread)
			return element_place(g, n, fail);
		p.kind = fail ? DT_PLACE_MEM : DT_PLACE_NULLABLE;
		p.base = fail ? dt_gen_self_create(g, fail) : dt_gen_self(g);
		p.off = v->off;
		break;
	default:
		p.kind = DT_PLACE_KERNEL;
		p.base = dt_gen_kernel_address(g, n);
		break;
	}
	return p;
}

static void add_index(struct dt_gen *g, struct dt_place *p, uint64_t nelems,
		      const struct dt_node *index)
{
	uint64_t size = dt_type_resolve(p->type)->size;
	bool own = p->kind != DT_PLACE_KERNEL && p->kind != DT_PLACE_USER;
	int64_t constant;
	dt_reg i;

	if (dt_node_const(index, &constant) && (!own || (uint64_t)constant < nelems)) {
		p->off += constant * (int64_t)size;
		return;
	}
	i = dt_gen_value(g, index);
	if (!own) {
		p->base = dt_ir_bin(g->f, DT_IR_ADD, p->base, dt_gen_scale(g, i, size));
		return;
	}
	dt_gen_fault_if(g, DT_FAULT_BADINDEX, DT_IR_GE, i, nelems, 0);
	i = dt_gen_scale(g, dt_gen_masked(g, i, nelems), size);
	p->index = p->index ? dt_ir_bin(g->f, DT_IR_ADD, p->index, i) : i;
}

static struct dt_place pointer_place(struct dt_gen *g, const struct dt_node *pointer)
{
	return (struct dt_place){.kind = pointer->is_userland ? DT_PLACE_USER : DT_PLACE_KERNEL,
				 .base = dt_gen_value(g, pointer)};
}

static struct dt_place node_place(struct dt_gen *g, const struct dt_node *n, dt_label fail);

/** Returns the place of the first character of a call's string result. */
static struct dt_place character_place(struct dt_gen *g, const struct dt_node *n)
{
	enum { ROOM = 8 };
	struct dt_place p = {
	    .kind = DT_PLACE_MEM, .type = n->type, .base = dt_gen_scratch(g, ROOM)};

	dt_gen_zero(g, p.base, 0, ROOM);
	dt_gen_string_into(g, n->lhs, p.base, 2);
	return p;
}

static struct dt_place index_place(struct dt_gen *g, const struct dt_node *n, dt_label fail)
{
	const struct dt_node *array;
	struct dt_place p;
	uint64_t nelems = 0;

	if (dt_node_is_assoc(n))
		return element_place(g, n, fail);
	if (dt_type_is_string(n->lhs->type) && n->lhs->kind != DT_NODE_VAR)
		return character_place(g, n);
	array = dt_node_indexed_array(n->lhs);
	if (dt_type_is_string(n->lhs->type)) {
		p = node_place(g, n->lhs, fail);
		nelems = g->l->strsize;
	} else if (array) {
		p = node_place(g, array, fail);
		nelems = dt_type_resolve(array->type)->nelems;
	} else {
		p = pointer_place(g, n->lhs);
	}
	p.type = n->type;
	add_index(g, &p, nelems, n->list);
	return p;
}

/** Returns the size of the struct or of the pointer's target. */
static uint64_t struct_size(const struct dt_type *t)
{
	t = dt_type_resolve(t);
	return t->kind == DT_TYPE_POINTER ? dt_type_resolve(t->ref)->size : t->size;
}

static struct dt_place member_place(struct dt_gen *g, const struct dt_node *n, dt_label fail)
{
	struct dt_place p;

	if (dt_node_has_place(n->lhs))
		p = node_place(g, n->lhs, fail);
	else
		p = pointer_place(g, n->lhs);
	p.type = n->type;
	if (!n->member->bit_width) {
		p.off += n->bit_offset / 8;
		return p;
	}
	p.type = n->member->type;
	dt_place_bits(&p, n->bit_offset, n->member->bit_width, struct_size(n->lhs->type));
	return p;
}

static struct dt_place node_place(struct dt_gen *g, const struct dt_node *n, dt_label fail)
{
	struct dt_place p;

	switch (n->kind) {
	case DT_NODE_VAR:
		return variable_place(g, n, fail);
	case DT_NODE_INDEX:
		return index_place(g, n, fail);
	case DT_NODE_MEMBER:
		return member_place(g, n, fail);
	case DT_NODE_XLATE:
		return dt_gen_translation(g, n);
	default:
		assert(n->kind == DT_NODE_UNARY && n->op == DT_OP_DEREF);
		if (dt_node_indexed_array(n->lhs))
			p = node_place(g, dt_node_indexed_array(n->lhs), fail);
		else
			p = pointer_place(g, n->lhs);
		p.type = n->type;
		return p;
	}
}

struct dt_place dt_gen_place(struct dt_gen *g, const struct dt_node *n)
{
	return node_place(g, n, 0);
}

struct dt_place dt_gen_place_write(struct dt_gen *g, const struct dt_node *n, dt_label fail)
{
	struct dt_place p = node_place(g, n, fail);

	if (p.kind == DT_PLACE_KERNEL || p.kind == DT_PLACE_USER)
		dt_place_own(g, &p);
	return p;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * String expressions. A string is evaluated directly into its destination, or to its existing
 * address.
 *
 * A string ends at its NUL. The memory behind the NUL does not change, so that zeroed keys stay
 * zero. Copies are truncated to the size of the destination.
 *
 * These strings may be NULL: a self-> variable or an element that is not set, the result of
 * strchr() and similar functions, a pointer that stringof converts, and a variable to which one of
 * these was assigned. Reading NULL is a fault, but comparisons treat it as "", and assignments copy
 * it. A variable is NULL according to the word behind its text (struct dt_lower_var), an element if
 * it does not exist.
 */
#include "lower/value/value.h"

#include "lower/verifier/verifier.h"

#include <string.h>

enum { INLINE_LITERAL = 64 }; // longer literals are copied from dt_rodata

bool dt_node_is_string(const struct dt_node *n)
{
	return n->kind == DT_NODE_STRING || dt_type_is_string(n->type);
}

static const struct dt_lowering *builtin_of(const struct dt_node *n)
{
	if (n->kind == DT_NODE_CALL ||
	    (n->kind == DT_NODE_VAR && n->ident->kind == DT_IDENT_BUILTIN_VAR))
		return n->ident->builtin->lowering;
	return NULL;
}

/** Returns the operand of a conversion to a string, or NULL. */
static const struct dt_node *converted_operand(const struct dt_node *n)
{
	bool conversion =
	    n->kind == DT_NODE_CAST || (n->kind == DT_NODE_UNARY && n->op == DT_OP_STRINGOF);

	return conversion ? n->lhs : NULL;
}

/** Returns the number of elements of a char array in memory, or 0 if the operand is an address. */
static uint64_t array_chars(const struct dt_node *n)
{
	const struct dt_type *t = dt_type_resolve(n->type);

	return t->kind == DT_TYPE_ARRAY && dt_node_has_place(n) ? t->nelems : 0;
}

bool dt_node_from_address(const struct dt_node *n)
{
	const struct dt_node *of = converted_operand(n);

	return of && !dt_node_is_string(of) && !array_chars(of);
}

static uint32_t max_of(uint32_t a, uint32_t b)
{
	return a > b ? a : b;
}

static uint32_t string_max(struct dt_gen *g, const struct dt_node *n)
{
	const struct dt_lowering *lw = builtin_of(n);
	const struct dt_node *of = converted_operand(n);

	if (lw)
		return lw->string_max ? lw->string_max : g->l->strsize;
	if (of && dt_node_is_string(of))
		return string_max(g, of);
	if (of && array_chars(of))
		return array_chars(of) + 1;
	switch (n->kind) {
	case DT_NODE_STRING:
		return strnlen(n->str, n->str_len) + 1;
	case DT_NODE_INT:
		return 1;
	case DT_NODE_COND:
		return max_of(string_max(g, n->rhs), string_max(g, n->third));
	case DT_NODE_COMMA:
		return string_max(g, n->rhs);
	default:
		return g->l->strsize;
	}
}

uint32_t dt_gen_string_max(struct dt_gen *g, const struct dt_node *n)
{
	uint32_t max = string_max(g, n);

	return max < g->l->strsize ? max : g->l->strsize;
}

/** Stores `size` bytes, including the NUL, as words. */
static void store_words(struct dt_gen *g, dt_reg dst, const char *text, uint32_t size)
{
	uint32_t at = 0;

	for (unsigned width = 8; width; width /= 2) {
		for (; at + width <= size; at += width) {
			int64_t word = 0;

			memcpy(&word, text + at, width);
			dt_ir_storei(g->f, width, dst, at, word);
		}
	}
}

static void literal_into(struct dt_gen *g, const char *text, size_t len, dt_reg dst, uint32_t cap)
{
	len = strnlen(text, len);
	if (len >= cap)
		len = cap - 1;
	if (len < INLINE_LITERAL)
		store_words(g, dst, dt_arena_strndup(g->l->arena, text, len), len + 1);
	else
		dt_gen_string_copy(g, dst, cap, dt_gen_literal(g, text, len));
}

bool dt_node_may_be_null(const struct dt_node *n)
{
	const struct dt_lowering *lw = builtin_of(n);
	const struct dt_node *of;

	if (lw)
		return lw->nullable;
	switch (n->kind) {
	case DT_NODE_INT:
		return true;
	case DT_NODE_VAR:
		return n->ident->kind == DT_IDENT_SELF || dt_lower_var(n->ident)->may_be_null;
	case DT_NODE_INDEX:
		return dt_node_is_assoc(n);
	case DT_NODE_COND:
		return dt_node_may_be_null(n->rhs) || dt_node_may_be_null(n->third);
	case DT_NODE_COMMA:
		return dt_node_may_be_null(n->rhs);
	case DT_NODE_ASSIGN:
		return dt_node_may_be_null(n->lhs);
	default:
		of = converted_operand(n);
		return dt_node_from_address(n) ||
		       (of && dt_node_is_string(of) && dt_node_may_be_null(of));
	}
}

/** If the register is 0, jumps to `null`, or raises a fault if there is no such label. */
static void check_null(struct dt_gen *g, dt_reg r, dt_label null)
{
	if (null)
		dt_ir_branchi(g->f, DT_IR_EQ, r, 0, null);
	else
		dt_gen_fault_if(g, DT_FAULT_BADADDR, DT_IR_EQ, r, 0, r);
}

/** Returns the place of the word behind the text of a string variable. */
static struct dt_place mark_of(struct dt_gen *g, const struct dt_ident *id,
			       const struct dt_place *var)
{
	struct dt_place mark = *var;

	mark.off += dt_lower_var(id)->mark;
	mark.type = dt_type_basic(g->l->c->types, DT_ULONG);
	return mark;
}

/** Checks the mark of a variable whose place is not NULL. */
static void check_mark(struct dt_gen *g, const struct dt_ident *id, const struct dt_place *var,
		       dt_label null)
{
	struct dt_place mark = mark_of(g, id, var);
	dt_reg set;

	mark.kind = DT_PLACE_MEM;
	set = dt_place_load(g, &mark);
	if (id->kind != DT_IDENT_SELF)
		set = dt_ir_bini(g->f, DT_IR_XOR, set, 1);
	check_null(g, set, null);
}

void dt_gen_string_mark(struct dt_gen *g, const struct dt_node *var, const struct dt_place *p,
			bool is_null)
{
	struct dt_place mark;
	bool is_self = var->kind == DT_NODE_VAR && var->ident->kind == DT_IDENT_SELF;

	if (var->kind != DT_NODE_VAR || dt_node_is_element(var) ||
	    (!is_self && !dt_lower_var(var->ident)->may_be_null))
		return;
	mark = mark_of(g, var->ident, p);
	dt_place_store(g, &mark, dt_ir_const(g->f, is_null != is_self));
}

static void read_place(struct dt_gen *g, const struct dt_place *p, dt_reg dst, uint32_t cap)
{
	dt_reg addr, result;

	if (p->kind == DT_PLACE_USER) {
		dt_gen_read_user(g, true, dst, dt_ir_const(g->f, cap), dt_place_address(g, p));
	} else if (p->kind == DT_PLACE_KERNEL) {
		addr = dt_place_address(g, p);
		result = dt_ir_env(g->f, DT_ENV_READ_STR, dst, dt_ir_const(g->f, cap), addr);
		dt_gen_fault_badaddr(g, result, addr);
	} else {
		dt_gen_string_copy(g, dst, cap, dt_place_direct(g, p));
	}
}

/** Evaluates a variable, an element or another string with a place. */
static void place_into(struct dt_gen *g, const struct dt_node *n, dt_reg dst, uint32_t cap,
		       dt_label null)
{
	struct dt_place p = dt_gen_place(g, n);

	if (p.kind == DT_PLACE_NULLABLE)
		check_null(g, p.base, null);
	if (n->kind == DT_NODE_VAR && !dt_node_is_element(n) && dt_node_may_be_null(n))
		check_mark(g, n->ident, &p, null);
	read_place(g, &p, dst, cap);
}

/** Evaluates stringof or a conversion to a string. */
static void converted_into(struct dt_gen *g, const struct dt_node *of, dt_reg dst, uint32_t cap,
			   dt_label null)
{
	uint64_t chars = array_chars(of);
	struct dt_place p;

	if (dt_node_is_string(of)) {
		dt_gen_string_or(g, of, dst, cap, null);
		return;
	}
	if (chars) {
		p = dt_gen_place(g, of);
		read_place(g, &p, dst, chars + 1 < cap ? chars + 1 : cap);
		return;
	}
	p = (struct dt_place){.kind = of->is_userland ? DT_PLACE_USER : DT_PLACE_KERNEL,
			      .base = dt_gen_value(g, of),
			      .type = of->type};
	if (null)
		check_null(g, p.base, null);
	read_place(g, &p, dst, cap);
}

static void cond_into(struct dt_gen *g, const struct dt_node *n, dt_reg dst, uint32_t cap,
		      dt_label null)
{
	dt_label other = dt_ir_label(g->f), end = dt_ir_label(g->f);
	unsigned valid = dt_gen_cond(g, n->lhs, false, other);

	dt_gen_string_or(g, n->rhs, dst, cap, null);
	dt_gen_branch_end(g, valid);
	dt_ir_jump(g->f, end);
	dt_ir_place(g->f, other);
	dt_gen_string_or(g, n->third, dst, cap, null);
	dt_gen_branch_end(g, valid);
	dt_ir_place(g->f, end);
}

static void string_or(struct dt_gen *g, const struct dt_node *n, dt_reg dst, uint32_t cap,
		      dt_label null)
{
	const struct dt_lowering *lw = builtin_of(n);

	if (lw && lw->nullable) {
		check_null(g, lw->nullable(g, n, dst, cap), null);
		return;
	}
	if (lw) {
		lw->string(g, n, dst, cap);
		return;
	}
	if (converted_operand(n)) {
		converted_into(g, n->lhs, dst, cap, null);
		return;
	}
	switch (n->kind) {
	case DT_NODE_STRING:
		literal_into(g, n->str, n->str_len, dst, cap);
		break;
	case DT_NODE_INT: // NULL
		check_null(g, dt_ir_const(g->f, 0), null);
		break;
	case DT_NODE_COND:
		cond_into(g, n, dst, cap, null);
		break;
	case DT_NODE_COMMA:
		dt_gen_effect(g, n->lhs);
		dt_gen_string_or(g, n->rhs, dst, cap, null);
		break;
	case DT_NODE_ASSIGN:
		dt_gen_assign(g, n, false);
		dt_gen_string_or(g, n->lhs, dst, cap, null);
		break;
	default:
		place_into(g, n, dst, cap, null);
		break;
	}
}

void dt_gen_string_or(struct dt_gen *g, const struct dt_node *n, dt_reg dst, uint32_t cap,
		      dt_label null)
{
	const struct dt_node *before = dt_gen_ask(g, n);

	string_or(g, n, dst, cap, null);
	dt_gen_asked(g, before);
}

void dt_gen_string_into(struct dt_gen *g, const struct dt_node *n, dt_reg dst, uint32_t cap)
{
	dt_gen_string_or(g, n, dst, cap, 0);
}

void dt_gen_string_or_empty(struct dt_gen *g, const struct dt_node *n, dt_reg dst, uint32_t cap)
{
	dt_label null, end;
	unsigned outside;

	if (!dt_node_may_be_null(n)) {
		dt_gen_string_into(g, n, dst, cap);
		return;
	}
	null = dt_ir_label(g->f);
	end = dt_ir_label(g->f);
	outside = dt_gen_branch_begin(g);
	dt_gen_string_or(g, n, dst, cap, null);
	dt_gen_branch_end(g, outside);
	dt_ir_jump(g->f, end);
	dt_ir_place(g->f, null);
	dt_ir_storei(g->f, 1, dst, 0, 0);
	dt_ir_place(g->f, end);
}

dt_reg dt_gen_string_nullable(struct dt_gen *g, const struct dt_node *n, dt_reg *is_null)
{
	dt_reg whole = dt_gen_scratch(g, g->l->strsize);
	dt_label null = dt_ir_label(g->f);
	unsigned outside = dt_gen_branch_begin(g);

	*is_null = dt_ir_reg(g->f);
	dt_ir_const_to(g->f, *is_null, 1);
	dt_gen_string_or(g, n, whole, g->l->strsize, null);
	dt_ir_const_to(g->f, *is_null, 0);
	dt_gen_branch_end(g, outside);
	dt_ir_place(g->f, null);
	return whole;
}

dt_reg dt_gen_string_address(struct dt_gen *g, const struct dt_node *n)
{
	uint32_t cap = dt_gen_string_max(g, n);
	dt_label null;
	unsigned outside;
	dt_reg r, whole;

	if (!dt_node_may_be_null(n))
		return dt_gen_number(g, dt_gen_string(g, n, &cap));
	null = dt_ir_label(g->f);
	outside = dt_gen_branch_begin(g);
	r = dt_ir_reg(g->f);
	dt_ir_const_to(g->f, r, 0);
	whole = dt_gen_scratch(g, cap);
	dt_gen_string_or(g, n, whole, cap, null);
	dt_ir_mov_to(g->f, r, dt_gen_number(g, whole));
	dt_gen_branch_end(g, outside);
	dt_ir_place(g->f, null);
	return r;
}

/** Reports whether the node is a variable that can be read in place. */
static bool is_read_in_place(const struct dt_node *n)
{
	return n->kind == DT_NODE_VAR &&
	       (n->ident->kind == DT_IDENT_GLOBAL || n->ident->kind == DT_IDENT_THIS);
}

/** Returns the existing address of a string, or 0 if it must be copied. `null_is_empty`: a variable
 * that is NULL counts as "", for comparisons. */
static dt_reg existing_address(struct dt_gen *g, const struct dt_node *n, bool null_is_empty)
{
	struct dt_place p;

	if (n->kind == DT_NODE_STRING)
		return dt_gen_literal(g, n->str, strnlen(n->str, n->str_len));
	if (!is_read_in_place(n))
		return 0;
	p = dt_gen_place(g, n);
	if (!null_is_empty && dt_node_may_be_null(n))
		check_mark(g, n->ident, &p, 0);
	return dt_place_direct(g, &p);
}

dt_reg dt_gen_string(struct dt_gen *g, const struct dt_node *n, uint32_t *cap)
{
	dt_reg addr = existing_address(g, n, false);

	*cap = dt_gen_string_max(g, n);
	if (addr)
		return addr;
	addr = dt_gen_scratch(g, *cap);
	dt_gen_string_into(g, n, addr, *cap);
	return addr;
}

dt_reg dt_gen_string_whole(struct dt_gen *g, const struct dt_node *n, bool null_is_empty)
{
	dt_reg addr = existing_address(g, n, null_is_empty);

	if (addr)
		return addr;
	addr = dt_gen_scratch(g, g->l->strsize);
	if (null_is_empty)
		dt_gen_string_or_empty(g, n, addr, g->l->strsize);
	else
		dt_gen_string_into(g, n, addr, g->l->strsize);
	return addr;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * String expressions: evaluated straight into the memory that wants them, or to an address where
 * the string lies already.
 *
 * A string ends at its NUL; what follows in its memory is left alone, so that a key that was zeroed
 * before stays zero there. Copies are cut to the room that there is.
 */
#include "lower/value/value.h"
#include "lower/program/gen.h"

#include <string.h>

enum { INLINE_LITERAL = 64 }; // longer ones are copied from dt_rodata

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

/** Is it a conversion of something that is no string? Returns the operand. */
static const struct dt_node *converted(const struct dt_node *n)
{
	bool conversion =
	    n->kind == DT_NODE_CAST || (n->kind == DT_NODE_UNARY && n->op == DT_OP_STRINGOF);

	return conversion ? n->lhs : NULL;
}

/** Elements of a char array that is converted as a whole; 0: none, the operand is an address. */
static uint64_t array_chars(const struct dt_node *n)
{
	const struct dt_type *t = dt_type_resolve(n->type);

	return t->kind == DT_TYPE_ARRAY && dt_node_has_place(n) ? t->nelems : 0;
}

static uint32_t max_of(uint32_t a, uint32_t b)
{
	return a > b ? a : b;
}

static uint32_t string_max(struct dt_gen *g, const struct dt_node *n)
{
	const struct dt_lowering *lw = builtin_of(n);
	const struct dt_node *of = converted(n);

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

void dt_gen_string_copy(struct dt_gen *g, dt_reg dst, uint32_t cap, dt_reg src)
{
	dt_ir_env(g->f, DT_ENV_COPY_STR, dst, dt_ir_const(g->f, cap), src);
}

/** Store `size` bytes, the NUL among them, as words. */
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

/** The string of at most cap-1 characters in a place. */
static void place_into(struct dt_gen *g, const struct dt_place *p, dt_reg dst, uint32_t cap)
{
	dt_label missing, end;
	dt_reg addr, result;

	if (p->kind == DT_PLACE_USER) {
		dt_gen_read_user(g, true, dst, dt_ir_const(g->f, cap), dt_place_address(g, p));
		return;
	}
	if (p->kind == DT_PLACE_KERNEL) {
		addr = dt_place_address(g, p);
		result = dt_ir_env(g->f, DT_ENV_READ_KERNEL_STR, dst, dt_ir_const(g->f, cap), addr);
		dt_gen_fault_badaddr(g, result, addr);
		return;
	}
	if (p->kind != DT_PLACE_NULLABLE) {
		dt_gen_string_copy(g, dst, cap, dt_place_direct(g, p));
		return;
	}
	// In x = x both places are one: nothing is written before it has been read.
	missing = dt_ir_label(g->f);
	end = dt_ir_label(g->f);
	dt_ir_branchi(g->f, DT_IR_EQ, p->base, 0, missing);
	dt_gen_string_copy(g, dst, cap, dt_place_direct(g, p));
	dt_ir_jump(g->f, end);
	dt_ir_place(g->f, missing);
	dt_ir_storei(g->f, 1, dst, 0, 0);
	dt_ir_place(g->f, end);
}

/** stringof, or what a conversion to string became. */
static void converted_into(struct dt_gen *g, const struct dt_node *of, dt_reg dst, uint32_t cap)
{
	uint64_t chars = array_chars(of);
	struct dt_place p;

	if (dt_node_is_string(of) || of->kind == DT_NODE_INT) {
		if (of->kind != DT_NODE_INT) {
			dt_gen_string_into(g, of, dst, cap);
			return;
		}
	} else if (chars) {
		p = dt_gen_place(g, of);
		place_into(g, &p, dst, chars + 1 < cap ? chars + 1 : cap);
		return;
	}
	p = (struct dt_place){.kind = of->is_userland ? DT_PLACE_USER : DT_PLACE_KERNEL,
			      .base = dt_gen_value(g, of),
			      .type = of->type};
	place_into(g, &p, dst, cap);
}

static void cond_into(struct dt_gen *g, const struct dt_node *n, dt_reg dst, uint32_t cap)
{
	dt_label other = dt_ir_label(g->f), end = dt_ir_label(g->f);
	unsigned valid = dt_gen_cond(g, n->lhs, false, other);

	dt_gen_string_into(g, n->rhs, dst, cap);
	dt_gen_branch_end(g, valid);
	dt_ir_jump(g->f, end);
	dt_ir_place(g->f, other);
	dt_gen_string_into(g, n->third, dst, cap);
	dt_gen_branch_end(g, valid);
	dt_ir_place(g->f, end);
}

void dt_gen_string_into(struct dt_gen *g, const struct dt_node *n, dt_reg dst, uint32_t cap)
{
	const struct dt_lowering *lw = builtin_of(n);
	struct dt_place p;

	if (lw) {
		lw->string(g, n, dst, cap);
		return;
	}
	if (converted(n)) {
		converted_into(g, n->lhs, dst, cap);
		return;
	}
	switch (n->kind) {
	case DT_NODE_STRING:
		literal_into(g, n->str, n->str_len, dst, cap);
		break;
	case DT_NODE_INT: // NULL
		dt_ir_storei(g->f, 1, dst, 0, 0);
		break;
	case DT_NODE_COND:
		cond_into(g, n, dst, cap);
		break;
	case DT_NODE_COMMA:
		dt_gen_effect(g, n->lhs);
		dt_gen_string_into(g, n->rhs, dst, cap);
		break;
	case DT_NODE_ASSIGN:
		dt_gen_assign(g, n, false);
		dt_gen_string_into(g, n->lhs, dst, cap);
		break;
	default:
		p = dt_gen_place(g, n);
		place_into(g, &p, dst, cap);
		break;
	}
}

/** A variable whose memory can be read where it is. */
static bool lies_in_place(const struct dt_node *n)
{
	return n->kind == DT_NODE_VAR &&
	       (n->ident->kind == DT_IDENT_GLOBAL || n->ident->kind == DT_IDENT_THIS);
}

dt_reg dt_gen_string(struct dt_gen *g, const struct dt_node *n, uint32_t *cap)
{
	struct dt_place p;
	dt_reg addr;

	*cap = dt_gen_string_max(g, n);
	if (n->kind == DT_NODE_STRING)
		return dt_gen_literal(g, n->str, strnlen(n->str, n->str_len));
	if (lies_in_place(n)) {
		p = dt_gen_place(g, n);
		return dt_place_direct(g, &p);
	}
	addr = dt_gen_scratch(g, *cap);
	dt_gen_string_into(g, n, addr, *cap);
	return addr;
}

dt_reg dt_gen_string_whole(struct dt_gen *g, const struct dt_node *n)
{
	struct dt_place p;
	dt_reg addr;

	if (n->kind == DT_NODE_STRING)
		return dt_gen_literal(g, n->str, strnlen(n->str, n->str_len));
	if (lies_in_place(n)) {
		p = dt_gen_place(g, n);
		return dt_place_direct(g, &p);
	}
	addr = dt_gen_scratch(g, g->l->strsize);
	dt_gen_string_into(g, n, addr, g->l->strsize);
	return addr;
}

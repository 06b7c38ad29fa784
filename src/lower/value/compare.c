/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Comparison of strings. Equality with a short literal is a few comparisons of words, also for the
 * beginning of a string (substr(s, 0, 4) == "/tmp"), which is not copied first. Other comparisons
 * call dt_strcmp() of the runtime.
 *
 * Decision: docs/dev/decisions/0044-string-comparison-by-words.md
 */
#include "lower/value/value.h"

#include "lower/verifier/verifier.h"

#include <string.h>

/** Max. bytes, NUL included, that are compared as words. A string with one more is on the stack. */
enum { WORD_LITERAL = 63 };

static enum dt_ir_cond order_cond(enum dt_op op, bool want)
{
	static const enum dt_ir_cond yes[] = {DT_IR_EQ,	 DT_IR_NE,  DT_IR_SLT,
					      DT_IR_SLE, DT_IR_SGT, DT_IR_SGE};
	static const enum dt_ir_cond no[] = {DT_IR_NE,	DT_IR_EQ,  DT_IR_SGE,
					     DT_IR_SGT, DT_IR_SLE, DT_IR_SLT};

	return (want ? yes : no)[op - DT_OP_EQ];
}

/** Reports whether a smaller cap makes the string cheaper. It does not if a runtime function
 * produces the string, or if it is a variable, which is read in place. */
static bool reads_cap(const struct dt_node *n)
{
	if (n->kind == DT_NODE_CALL)
		return n->ident->builtin->lowering->reads_cap;
	return n->kind != DT_NODE_VAR;
}

/** Returns the address of at least round8(cap) readable bytes of the string. For a string longer
 * than `want` bytes, these are `want` bytes and one more, which shows that the string continues. */
static dt_reg readable_string(struct dt_gen *g, const struct dt_node *n, uint32_t want)
{
	uint32_t max = dt_gen_string_max(g, n);
	uint32_t cap = reads_cap(n) && max > want + 1 ? want + 1 : max;
	uint32_t size = dt_lower_round(cap, 8);
	dt_reg addr;

	if (size > WORD_LITERAL + 1)
		return dt_gen_string_whole(g, n, true);
	addr = dt_gen_scratch(g, size);
	dt_verifier_write_first(g, addr, size);
	dt_gen_string_or_empty(g, n, addr, cap);
	return addr;
}

/** Jumps unless the string's bytes at `at` equal those of the literal. */
static void compare_word(struct dt_gen *g, dt_reg addr, const char *text, uint32_t at,
			 uint32_t size, dt_label differ)
{
	uint32_t rest = size - at < 8 ? size - at : 8;
	bool whole = rest == 1 || rest == 2 || rest == 4 || rest == 8;
	dt_reg word = dt_ir_load(g->f, whole ? rest : 8, addr, at);
	int64_t expected = 0;

	memcpy(&expected, text + at, rest);
	if (!whole) {
		word = dt_ir_bini(g->f, DT_IR_SHL, word, 64 - 8 * rest);
		expected = (int64_t)((uint64_t)expected << (64 - 8 * rest));
	}
	dt_ir_branchi(g->f, DT_IR_NE, word, expected, differ);
}

/** Returns the string of which `n` is the first *len bytes, or NULL. */
static const struct dt_node *beginning_of(struct dt_gen *g, const struct dt_node *n, uint64_t *len)
{
	const struct dt_lowering *lw = n->kind == DT_NODE_CALL ? n->ident->builtin->lowering : NULL;

	return lw && lw->beginning && lw->beginning(n, len) && *len < g->l->strsize ? n->list
										    : NULL;
}

static void literal_cond(struct dt_gen *g, const struct dt_node *n, const struct dt_node *literal,
			 bool jump_if_equal, dt_label label)
{
	const char *text = dt_arena_strndup(g->l->arena, literal->str, literal->str_len);
	uint32_t len = strlen(text), size = len + 1;
	dt_label differ = jump_if_equal ? dt_ir_label(g->f) : label;
	uint64_t most;
	const struct dt_node *whole = beginning_of(g, n, &most);
	dt_reg addr;

	if (whole && len <= most) {
		n = whole;
		size -= len == most; // the next byte does not matter
	}
	addr = readable_string(g, n, len + 1);
	if (len >= dt_gen_string_max(g, n)) {
		dt_ir_jump(g->f, differ); // too long to be equal
	} else {
		for (uint32_t at = 0; at < size; at += 8)
			compare_word(g, addr, text, at, size, differ);
		if (jump_if_equal)
			dt_ir_jump(g->f, label);
	}
	if (jump_if_equal)
		dt_ir_place(g->f, differ);
}

static bool is_short_literal(const struct dt_node *n)
{
	return n->kind == DT_NODE_STRING && strnlen(n->str, n->str_len) < WORD_LITERAL;
}

/** Jumps or does not: the order of two literals, of which strsize characters count, is known. */
static void literals_cond(struct dt_gen *g, const struct dt_node *n, bool want, dt_label label)
{
	const char *a = dt_arena_strndup(g->l->arena, n->lhs->str, n->lhs->str_len);
	const char *b = dt_arena_strndup(g->l->arena, n->rhs->str, n->rhs->str_len);

	dt_ir_branchi(g->f, order_cond(n->op, want),
		      dt_ir_const(g->f, strncmp(a, b, g->l->strsize - 1)), 0, label);
}

void dt_gen_string_cond(struct dt_gen *g, const struct dt_node *n, bool want, dt_label label)
{
	bool equality = n->op == DT_OP_EQ || n->op == DT_OP_NE;
	dt_reg a, b;

	if (n->lhs->kind == DT_NODE_STRING && n->rhs->kind == DT_NODE_STRING) {
		literals_cond(g, n, want, label);
		return;
	}
	if (equality && is_short_literal(n->rhs)) {
		literal_cond(g, n->lhs, n->rhs, (n->op == DT_OP_EQ) == want, label);
		return;
	}
	if (equality && is_short_literal(n->lhs)) {
		literal_cond(g, n->rhs, n->lhs, (n->op == DT_OP_EQ) == want, label);
		return;
	}
	a = dt_gen_string_whole(g, n->lhs, true);
	b = dt_gen_string_whole(g, n->rhs, true);
	dt_ir_branchi(g->f, order_cond(n->op, want), dt_ir_call(g->f, "dt_strcmp", 2, a, b), 0,
		      label);
}

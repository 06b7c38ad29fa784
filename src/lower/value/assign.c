/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Assignments in all forms, and the increments.
 *
 * The right side is evaluated first, then the place of the left side. But `x op= e` reads x before
 * an e that changes it. Adding to 4 or 8 bytes of D's own memory is an atomic operation, so two
 * CPUs can count in a global variable. If a place cannot be created (no memory for a thread's
 * variables), a drop is counted and the assignment is lost.
 */
#include "lower/value/value.h"

#include "lang/integer.h"

/** Returns the variable that contains the left side. */
static const struct dt_node *root_of(const struct dt_node *n)
{
	while (n->kind == DT_NODE_MEMBER || (n->kind == DT_NODE_INDEX && !dt_node_is_assoc(n)))
		n = n->lhs;
	return n;
}

/** Finds the thread's variables outside the branch, so that the address stays cached. */
static unsigned write_begin(struct dt_gen *g, const struct dt_node *lhs)
{
	const struct dt_node *root = root_of(lhs);

	if (root->kind == DT_NODE_VAR && root->ident->kind == DT_IDENT_SELF)
		dt_gen_self(g);
	return dt_gen_branch_begin(g);
}

/** Reports whether the expression mentions the variable. */
static bool mentions_variable(const struct dt_node *n, const struct dt_ident *id)
{
	if (n->kind == DT_NODE_VAR && n->ident == id)
		return true;
	for (const struct dt_node *k = n->list; k; k = k->next)
		if (mentions_variable(k, id))
			return true;
	return (n->lhs && mentions_variable(n->lhs, id)) ||
	       (n->rhs && mentions_variable(n->rhs, id)) ||
	       (n->third && mentions_variable(n->third, id));
}

/** Reports whether the expression assigns to the variable. */
static bool changes_variable(const struct dt_node *n, const struct dt_ident *id)
{
	if (dt_node_writes(n) && root_of(n->lhs)->ident == id)
		return true;
	for (const struct dt_node *k = n->list; k; k = k->next)
		if (changes_variable(k, id))
			return true;
	return (n->lhs && changes_variable(n->lhs, id)) ||
	       (n->rhs && changes_variable(n->rhs, id)) ||
	       (n->third && changes_variable(n->third, id));
}

/** Sets the variable to NULL. Does not create the struct of a thread that has none. */
static void clear_string(struct dt_gen *g, const struct dt_node *var)
{
	dt_label end = dt_ir_label(g->f);
	unsigned begin = write_begin(g, var);
	struct dt_place p = dt_gen_place(g, var);

	if (p.kind == DT_PLACE_NULLABLE)
		dt_ir_branchi(g->f, DT_IR_EQ, p.base, 0, end);
	p.kind = DT_PLACE_MEM;
	dt_ir_storei(g->f, 1, dt_place_direct(g, &p), 0, 0);
	dt_gen_string_mark(g, var, &p, true);
	dt_gen_branch_end(g, begin);
	dt_ir_place(g->f, end);
}

static void assign_string(struct dt_gen *g, const struct dt_node *n)
{
	const struct dt_node *root = root_of(n->lhs);
	bool nullable = dt_node_may_be_null(n->rhs);
	dt_label fail, null;
	unsigned begin, reading;
	struct dt_place p;
	dt_reg whole = 0, is_null = 0, dst;

	if (dt_node_is_element(n->lhs)) {
		dt_gen_assoc_assign(g, n->lhs, n->rhs, 0);
		return;
	}
	if (n->rhs->kind == DT_NODE_INT && n->lhs->kind == DT_NODE_VAR) {
		clear_string(g, n->lhs);
		return;
	}
	// x = strjoin(x, "y") must not read what it has overwritten.
	if (n->rhs->kind != DT_NODE_STRING && n->rhs->kind != DT_NODE_VAR && root->ident &&
	    mentions_variable(n->rhs, root->ident))
		whole = nullable ? dt_gen_string_nullable(g, n->rhs, &is_null)
				 : dt_gen_string_whole(g, n->rhs, false);
	fail = dt_ir_label(g->f);
	null = nullable ? dt_ir_label(g->f) : 0;
	begin = write_begin(g, n->lhs);
	p = dt_gen_place_write(g, n->lhs, fail);
	dst = dt_place_direct(g, &p);
	reading = dt_gen_branch_begin(g);
	if (is_null)
		dt_ir_branchi(g->f, DT_IR_NE, is_null, 0, null);
	if (whole)
		dt_gen_string_copy(g, dst, g->l->strsize, whole);
	else
		dt_gen_string_or(g, n->rhs, dst, g->l->strsize, null);
	dt_gen_string_mark(g, n->lhs, &p, false);
	dt_gen_branch_end(g, reading);
	if (nullable) {
		dt_ir_jump(g->f, fail);
		dt_ir_place(g->f, null);
		dt_ir_storei(g->f, 1, dst, 0, 0);
		dt_gen_string_mark(g, n->lhs, &p, true);
	}
	dt_gen_branch_end(g, begin);
	dt_ir_place(g->f, fail);
}

/** Generates struct = 0, which deletes an element. */
static void clear_memory(struct dt_gen *g, const struct dt_node *lhs, const struct dt_node *zero,
			 uint32_t size)
{
	dt_label fail = dt_ir_label(g->f);
	struct dt_place p;
	unsigned begin;

	if (dt_node_is_element(lhs)) {
		dt_gen_assoc_assign(g, lhs, zero, 0);
		return;
	}
	begin = write_begin(g, lhs);
	p = dt_gen_place_write(g, lhs, fail);
	dt_gen_zero(g, dt_place_direct(g, &p), 0, size);
	dt_gen_branch_end(g, begin);
	dt_ir_place(g->f, fail);
}

static void assign_memory(struct dt_gen *g, const struct dt_node *n)
{
	uint32_t size = dt_type_resolve(n->lhs->type)->size;
	dt_label fail = dt_ir_label(g->f);
	struct dt_place from, to;
	unsigned begin;

	if (n->rhs->kind == DT_NODE_INT) {
		clear_memory(g, n->lhs, n->rhs, size);
		return;
	}
	if (dt_node_has_place(n->rhs))
		from = dt_gen_place(g, n->rhs);
	else
		from = (struct dt_place){
		    .kind = DT_PLACE_KERNEL, .base = dt_gen_value(g, n->rhs), .type = n->rhs->type};
	begin = write_begin(g, n->lhs);
	to = dt_gen_place_write(g, n->lhs, fail);
	dt_place_copy(g, dt_place_direct(g, &to), 0, &from, size);
	dt_gen_branch_end(g, begin);
	dt_ir_place(g->f, fail);
}

/** Assigns to a self-> variable. An assignment of 0 does not create the thread's struct. */
static void assign_self(struct dt_gen *g, const struct dt_node *lhs, const struct dt_node *rhs,
			dt_reg value)
{
	dt_label end = dt_ir_label(g->f), store = dt_ir_label(g->f);
	dt_reg self = dt_gen_self(g);
	unsigned begin = dt_gen_branch_begin(g);
	struct dt_place p = {.kind = DT_PLACE_MEM,
			     .base = self,
			     .off = dt_lower_var(lhs->ident)->off,
			     .type = dt_node_storage(g->l->c->types, lhs)};
	int64_t constant;
	bool is_const = dt_node_const(rhs, &constant);

	if (is_const && !constant) {
		dt_ir_branchi(g->f, DT_IR_EQ, self, 0, end);
		dt_place_store(g, &p, value);
	} else {
		if (!is_const) {
			dt_ir_branchi(g->f, DT_IR_NE, self, 0, store);
			dt_ir_branchi(g->f, DT_IR_EQ, value, 0, end);
		}
		dt_ir_place(g->f, store);
		p = dt_gen_place_write(g, lhs, end);
		dt_place_store(g, &p, value);
	}
	dt_gen_branch_end(g, begin);
	dt_ir_place(g->f, end);
}

static dt_reg assign_plain(struct dt_gen *g, const struct dt_node *n, bool want)
{
	dt_reg value = dt_gen_value(g, n->rhs);
	struct dt_place p;
	dt_label fail;
	unsigned begin;

	if (dt_node_is_element(n->lhs)) {
		dt_gen_assoc_assign(g, n->lhs, n->rhs, value);
		return value;
	}
	if (n->lhs->kind == DT_NODE_VAR && n->lhs->ident->kind == DT_IDENT_SELF) {
		assign_self(g, n->lhs, n->rhs, value);
		return value;
	}
	fail = dt_ir_label(g->f);
	begin = write_begin(g, n->lhs);
	p = dt_gen_place_write(g, n->lhs, fail);
	dt_place_store(g, &p, value);
	if (want && p.bit_width) {
		dt_reg cut = dt_ir_reg(g->f);

		dt_ir_mov_to(g->f, cut, dt_place_load(g, &p));
		value = cut;
	}
	dt_gen_branch_end(g, begin);
	dt_ir_place(g->f, fail);
	return value;
}

static bool is_atomic(const struct dt_place *p)
{
	uint64_t size = dt_type_resolve(p->type)->size;

	return p->kind == DT_PLACE_MEM && !p->bit_width && !p->scratch && (size == 4 || size == 8);
}

/** Returns the place of the left side of += and similar operators. Writes an element's key to *key,
 * for change_end(). */
static struct dt_place change_begin(struct dt_gen *g, const struct dt_node *lhs, struct dt_key *key,
				    dt_label fail)
{
	*key = (struct dt_key){0};
	if (!dt_node_is_element(lhs))
		return dt_gen_place_write(g, lhs, fail);
	*key = dt_gen_assoc_key(g, lhs);
	return dt_gen_assoc_change(g, lhs, *key, fail);
}

/** Deletes an element that became 0, like an assignment of 0. */
static void change_end(struct dt_gen *g, const struct dt_node *lhs, struct dt_key key,
		       const struct dt_place *p)
{
	if (dt_node_is_element(lhs))
		dt_gen_assoc_changed(g, lhs, key, p);
	dt_gen_key_release(g, key);
}

/** Returns the new value of x, whose place is `p`, after `x op= value`. */
static dt_reg computed_value(struct dt_gen *g, const struct dt_node *n, const struct dt_place *p,
			     dt_reg old, dt_reg value)
{
	struct dt_universe *u = g->l->c->types;
	const struct dt_type *type;

	if (dt_type_is_pointer(n->lhs->type))
		return dt_ir_bin(g->f, n->op == DT_OP_SUB ? DT_IR_SUB : DT_IR_ADD, old, value);
	if (dt_type_is_float(p->type)) {
		old = dt_gen_float_cast(g, old, p->type, n->rhs->type);
		value = dt_gen_float_arith(g, n->op, old, value);
		return dt_gen_float_cast(g, value, n->rhs->type, p->type);
	}
	type = n->op == DT_OP_SHL || n->op == DT_OP_SHR ? dt_node_promoted(u, n->lhs)
							: dt_node_arith(u, n->lhs, n->rhs);
	return dt_gen_normalize(g, dt_gen_arith(g, n->op, type, old, value), p->type);
}

static dt_reg assign_compound(struct dt_gen *g, const struct dt_node *n, bool want)
{
	const struct dt_node *root = root_of(n->lhs);
	// if the right side changes the left side, the left side is read first
	bool is_changed = root->ident && changes_variable(n->rhs, root->ident);
	bool adds = (n->op == DT_OP_ADD || n->op == DT_OP_SUB) && !is_changed &&
		    !dt_type_is_float(n->lhs->type);
	dt_reg old = is_changed ? dt_ir_mov(g->f, dt_gen_value(g, n->lhs)) : 0;
	dt_reg value = dt_gen_value(g, n->rhs), result = 0;
	dt_label fail = dt_ir_label(g->f);
	struct dt_place p;
	struct dt_key key;
	unsigned begin;

	if (dt_type_is_pointer(n->lhs->type))
		value = dt_gen_scale(g, value, dt_type_step(n->lhs->type));
	if (want) {
		result = dt_ir_reg(g->f);
		dt_ir_const_to(g->f, result, 0);
	}
	begin = write_begin(g, n->lhs);
	p = change_begin(g, n->lhs, &key, fail);
	if (adds && !want && is_atomic(&p)) {
		if (n->op == DT_OP_SUB)
			value = dt_ir_un(g->f, DT_IR_NEG, 8, value);
		dt_ir_atomic_add(g->f, dt_type_resolve(p.type)->size, dt_place_direct(g, &p), 0,
				 value);
		dt_ir_share(g->f);
	} else {
		value = computed_value(g, n, &p, is_changed ? old : dt_place_load(g, &p), value);
		dt_place_store(g, &p, value);
		if (want)
			dt_ir_mov_to(g->f, result, p.bit_width ? dt_place_load(g, &p) : value);
	}
	change_end(g, n->lhs, key, &p);
	dt_gen_branch_end(g, begin);
	dt_ir_place(g->f, fail);
	return result;
}

dt_reg dt_gen_assign(struct dt_gen *g, const struct dt_node *n, bool want)
{
	if (dt_node_is_string(n->lhs)) {
		assign_string(g, n);
		return 0;
	}
	if (dt_type_in_memory(n->lhs->type)) {
		assign_memory(g, n);
		return want ? dt_gen_value(g, n->lhs) : 0;
	}
	return n->op == DT_OP_NONE ? assign_plain(g, n, want) : assign_compound(g, n, want);
}

/** Adds `delta` to the place. Returns the old value if `want`. */
static dt_reg change_place(struct dt_gen *g, const struct dt_place *p, int64_t delta, bool want)
{
	dt_reg by, old, direct;

	if (is_atomic(p)) {
		by = dt_ir_const(g->f, delta);
		direct = dt_place_direct(g, p);
		if (!want) {
			dt_ir_atomic_add(g->f, dt_type_resolve(p->type)->size, direct, 0, by);
			dt_ir_share(g->f);
			return 0;
		}
		old = dt_ir_atomic(g->f, DT_IR_FETCH_ADD, dt_type_resolve(p->type)->size, direct, 0,
				   by, 0);
		dt_ir_share(g->f);
		return dt_gen_normalize(g, old, p->type);
	}
	old = dt_place_load(g, p);
	dt_place_store(g, p, dt_gen_normalize(g, dt_ir_bini(g->f, DT_IR_ADD, old, delta), p->type));
	return old;
}

dt_reg dt_gen_increment(struct dt_gen *g, const struct dt_node *n, bool want)
{
	bool up = n->op == DT_OP_PREINC || n->op == DT_OP_POSTINC;
	bool before = n->op == DT_OP_PREINC || n->op == DT_OP_PREDEC;
	int64_t step = dt_type_is_pointer(n->lhs->type) ? (int64_t)dt_type_step(n->lhs->type) : 1;
	dt_label fail = dt_ir_label(g->f);
	dt_reg result = 0, value;
	struct dt_place p;
	struct dt_key key;
	unsigned begin;

	if (want) {
		result = dt_ir_reg(g->f);
		dt_ir_const_to(g->f, result, 0);
	}
	begin = write_begin(g, n->lhs);
	p = change_begin(g, n->lhs, &key, fail);
	value = change_place(g, &p, up ? step : -step, want);
	if (want) {
		if (before)
			value = dt_gen_normalize(
			    g, dt_ir_bini(g->f, DT_IR_ADD, value, up ? step : -step), p.type);
		dt_ir_mov_to(g->f, result, value);
	}
	change_end(g, n->lhs, key, &p);
	dt_gen_branch_end(g, begin);
	dt_ir_place(g->f, fail);
	return result;
}

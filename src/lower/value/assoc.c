/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Associative arrays, which are hash maps, and the keys of arrays and aggregations.
 *
 * Reading a missing element returns 0 and does not create it. Assigning 0 deletes. An existing
 * element is changed in place, so ++ and += lose no updates and need no memory. Creating an element
 * may fail, which counts a dynamic variable drop. Keys of self-> arrays begin with the thread id;
 * these elements are deleted when their thread ends (account/thread.c). A self-> variable that is
 * too long for the thread's struct is an element whose only key is the thread.
 */
#include "lower/value/value.h"

#include "lang/integer.h"

/** Zeroes the words of the key that the fields do not fill completely. */
static void zero_gaps(struct dt_gen *g, dt_reg addr, const struct dt_tuple *t, uint32_t before)
{
	uint32_t at = before, size = 0, filled;

	while (at + size < t->size) {
		filled = 0;
		for (size_t i = 0; i < t->n; i++) {
			const struct dt_field *f = &t->fields[i];
			uint32_t begin = f->offset > at + size ? f->offset : at + size;
			uint32_t end = f->offset + f->size < at + size + 8 ? f->offset + f->size
									   : at + size + 8;

			if (f->kind != DT_FIELD_STRING && end > begin)
				filled += end - begin;
		}
		if (filled < 8) {
			size += 8;
			continue;
		}
		dt_gen_zero(g, addr, at, size);
		at += size + 8;
		size = 0;
	}
	dt_gen_zero(g, addr, at, size);
}

/** Returns the number of zeros behind a key: up to a whole piece, at most to `room`. The runtime
 *  reads no word behind a key of at most a piece. */
static uint32_t zeros_behind(const struct dt_gen *g, uint32_t size, uint32_t room)
{
	uint32_t end = dt_lower_round(size, DT_CELL_PIECE);

	if (end == DT_CELL_PIECE && !dt_trick_is_on(g->l->executor, DT_TRICK_WRITE_FIRST))
		return 0;
	return (end < room ? end : room) - size;
}

/** Stores the first word of a key: the thread in the lower half, the array's number in the upper
 * half. */
static void store_key_begin(struct dt_gen *g, const struct dt_lower_var *v, dt_reg key)
{
	uint64_t number = (uint64_t)v->number << 32;

	if (!v->per_thread)
		dt_ir_store(g->f, 8, key, 0, dt_ir_const(g->f, (int64_t)number));
	else
		dt_ir_store(g->f, 8, key, 0, dt_gen_thread_word(g->f, dt_gen_pid_tgid(g), number));
}

struct dt_key dt_gen_key(struct dt_gen *g, const struct dt_lower_var *v, const struct dt_node *list,
			 uint32_t room)
{
	const struct dt_tuple *t = &v->keys;
	struct dt_key k = {0};
	size_t i = 0;

	if (room < t->size)
		room = t->size;
	// In a careful program, all key tuples are in scratch memory.
	if (room <= g->l->executor->room.key && !g->l->setup.careful) {
		k.taken = dt_gen_stack_alloc(g, room) + 1;
		k.addr = dt_gen_stack_addr(g, k.taken - 1);
	} else {
		k.addr = dt_gen_scratch(g, room);
	}
	zero_gaps(g, k.addr, t, dt_lower_key_begin(v));
	dt_gen_zero(g, k.addr, t->size, zeros_behind(g, t->size, room));
	if (dt_lower_key_begin(v))
		store_key_begin(g, v, k.addr);
	for (const struct dt_node *n = list; n; n = n->next, i++)
		dt_gen_store_field(g, n, k.addr, t->fields[i].offset, &t->fields[i]);
	return k;
}

void dt_gen_key_release(struct dt_gen *g, struct dt_key k)
{
	if (k.taken)
		dt_gen_stack_release(g, k.taken - 1);
}

static const struct dt_lower_var *array_of(const struct dt_node *n)
{
	return dt_lower_var(n->kind == DT_NODE_INDEX ? n->lhs->ident : n->ident);
}

struct dt_key dt_gen_assoc_key(struct dt_gen *g, const struct dt_node *n)
{
	return dt_gen_key(g, array_of(n), n->kind == DT_NODE_INDEX ? n->list : NULL, 0);
}

struct dt_place dt_gen_assoc_place(struct dt_gen *g, const struct dt_node *n)
{
	struct dt_place p = {.kind = DT_PLACE_NULLABLE, .type = dt_node_storage(g->l->c->types, n)};
	struct dt_key k = dt_gen_assoc_key(g, n);

	p.base = dt_gen_lookup(g, array_of(n)->map, k.addr);
	dt_gen_key_release(g, k);
	return p;
}

dt_reg dt_gen_element(struct dt_gen *g, unsigned map, dt_reg key, dt_reg zero, enum dt_drop cause,
		      dt_label fail)
{
	dt_label have = dt_ir_label(g->f);
	dt_reg elem = dt_ir_reg(g->f);

	dt_ir_mov_to(g->f, elem, dt_gen_lookup(g, map, key));
	dt_ir_branchi(g->f, DT_IR_NE, elem, 0, have);
	// MAP_ADD fails if another firing creates the element meanwhile; the lookup finds it
	dt_ir_env(g->f, DT_ENV_MAP_ADD, dt_ir_map(g->f, map), key, zero);
	dt_ir_mov_to(g->f, elem, dt_gen_lookup(g, map, key));
	dt_ir_branchi(g->f, DT_IR_NE, elem, 0, have);
	dt_gen_drop(g, cause);
	dt_ir_jump(g->f, fail);
	dt_ir_place(g->f, have);
	return elem;
}

struct dt_place dt_gen_assoc_change(struct dt_gen *g, const struct dt_node *n, struct dt_key k,
				    dt_label fail)
{
	const struct dt_lower_var *v = array_of(n);
	uint32_t size = g->l->maps.list[v->map].value_size;
	struct dt_place p = {.kind = DT_PLACE_MEM, .type = dt_node_storage(g->l->c->types, n)};
	dt_reg zero = dt_ir_map_value(g->f, dt_lower_zero_map(g->l, size), 0);

	if (v->per_thread)
		dt_gen_thread_mark(g, fail);
	p.base = dt_gen_element(g, v->map, k.addr, zero, DT_DROP_DYNAMIC, fail);
	return p;
}

struct dt_place dt_gen_assoc_write(struct dt_gen *g, const struct dt_node *n, dt_label fail)
{
	struct dt_key k = dt_gen_assoc_key(g, n);
	struct dt_place p = dt_gen_assoc_change(g, n, k, fail);

	dt_gen_key_release(g, k);
	return p;
}

static void delete_element(struct dt_gen *g, unsigned map, dt_reg key)
{
	dt_ir_env(g->f, DT_ENV_MAP_REMOVE, dt_ir_map(g->f, map), key);
}

void dt_gen_assoc_changed(struct dt_gen *g, const struct dt_node *n, struct dt_key k,
			  const struct dt_place *p)
{
	dt_label end = dt_ir_label(g->f);

	dt_ir_branchi(g->f, DT_IR_NE, dt_place_load(g, p), 0, end);
	delete_element(g, array_of(n)->map, k.addr);
	dt_ir_place(g->f, end);
}

/** Creates or replaces an element, with a value in memory. */
static void update_element(struct dt_gen *g, const struct dt_lower_var *array, dt_reg key,
			   dt_reg value)
{
	unsigned outside = dt_gen_branch_begin(g);
	dt_label done = dt_ir_label(g->f);
	dt_reg result;

	if (array->per_thread)
		dt_gen_thread_mark(g, done);
	result = dt_ir_env(g->f, DT_ENV_MAP_PUT, dt_ir_map(g->f, array->map), key, value);
	dt_gen_branch_end(g, outside);
	dt_ir_branchi(g->f, DT_IR_EQ, result, 0, done);
	dt_gen_drop(g, DT_DROP_DYNAMIC);
	dt_ir_place(g->f, done);
}

static void assign_scalar_element(struct dt_gen *g, const struct dt_node *n, bool may_be_zero,
				  dt_reg key, dt_reg value)
{
	dt_label end = dt_ir_label(g->f), create = dt_ir_label(g->f), zero = dt_ir_label(g->f);
	unsigned map = array_of(n)->map, taken = dt_gen_stack_alloc(g, 8);
	dt_reg elem, copy;
	struct dt_place p;

	if (may_be_zero)
		dt_ir_branchi(g->f, DT_IR_EQ, value, 0, zero);
	elem = dt_gen_lookup(g, map, key);
	dt_ir_branchi(g->f, DT_IR_EQ, elem, 0, create);
	p = (struct dt_place){
	    .kind = DT_PLACE_MEM, .base = elem, .type = dt_node_storage(g->l->c->types, n)};
	dt_place_store(g, &p, value);
	dt_ir_jump(g->f, end);
	dt_ir_place(g->f, create);
	copy = dt_gen_stack_addr(g, taken);
	dt_ir_store(g->f, 8, copy, 0,
		    value); // little-endian: a narrower value uses the first bytes
	update_element(g, array_of(n), key, copy);
	if (may_be_zero) {
		dt_ir_jump(g->f, end);
		dt_ir_place(g->f, zero);
		delete_element(g, map, key);
	}
	dt_ir_place(g->f, end);
	dt_gen_stack_release(g, taken);
}

/** Assigns a string. NULL deletes the element, like 0. */
static void assign_string_element(struct dt_gen *g, const struct dt_node *n,
				  const struct dt_node *rhs)
{
	bool nullable = dt_node_may_be_null(rhs);
	dt_label null = dt_ir_label(g->f), end = dt_ir_label(g->f);
	dt_reg is_null, whole;
	struct dt_key k;

	whole = nullable ? dt_gen_string_nullable(g, rhs, &is_null)
			 : dt_gen_string_whole(g, rhs, false);
	k = dt_gen_assoc_key(g, n);
	if (nullable)
		dt_ir_branchi(g->f, DT_IR_NE, is_null, 0, null);
	update_element(g, array_of(n), k.addr, whole);
	if (nullable) {
		dt_ir_jump(g->f, end);
		dt_ir_place(g->f, null);
		delete_element(g, array_of(n)->map, k.addr);
		dt_ir_place(g->f, end);
	}
	dt_gen_key_release(g, k);
}

void dt_gen_assoc_assign(struct dt_gen *g, const struct dt_node *n, const struct dt_node *rhs,
			 dt_reg value)
{
	unsigned map = array_of(n)->map;
	int64_t constant = 1;
	bool is_const = dt_node_const(rhs, &constant);
	struct dt_key k;

	if (dt_node_is_string(n) && constant) {
		assign_string_element(g, n, rhs);
		return;
	}
	k = dt_gen_assoc_key(g, n);
	if (!constant)
		delete_element(g, map, k.addr);
	else
		assign_scalar_element(g, n, !is_const, k.addr, value);
	dt_gen_key_release(g, k);
}

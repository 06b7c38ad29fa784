/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Assigns addresses to variables: globals are in a map, self-> variables in a struct of each
 * thread, this-> variables in registers or the frame, long self-> variables in hashes.
 */
#include "lower/state/state.h"

#include "lang/integer.h"

#include <string.h>

enum {
	// Limits of a thread's struct, which the kernel allocates in interrupt context: a longer
	// variable, or one that does not fit, gets its own hash.
	SELF_LONG = 4096,
	SELF_MAX = 16384,
};

void dt_ident_list_add(struct dt_arena *a, struct dt_ident_list *list, struct dt_ident *id)
{
	if (list->n == list->cap) {
		struct dt_ident **old = list->ids;

		list->cap = list->cap ? 2 * list->cap : 16;
		list->ids = dt_arena_array(a, struct dt_ident *, list->cap);
		if (list->n)
			memcpy(list->ids, old, list->n * sizeof(struct dt_ident *));
	}
	list->ids[list->n++] = id;
}

/** Returns the size of a variable. The runtime may access strsize bytes of a string. */
static uint32_t variable_size(const struct dt_lower *l, const struct dt_type *type)
{
	if (dt_type_is_string(type))
		return dt_lower_round(l->strsize, 8);
	return dt_type_resolve(type)->size;
}

static uint32_t allocate_bytes(uint32_t *top, uint32_t size)
{
	uint32_t at = dt_lower_round(*top, size >= 8 ? 8 : size ? size : 1);

	*top = at + size;
	return at;
}

/** Reserves memory behind variables, because a masked array index may reach the next power of two,
 * which is less than twice the size. */
static void reserve_slack(const struct dt_lower *l, uint32_t *slack, const struct dt_type *type)
{
	bool has_arrays = dt_type_in_memory(type) && !dt_type_is_string(type);
	uint32_t size = has_arrays ? dt_lower_slack(l, dt_type_resolve(type)->size) : 0;

	if (size > *slack)
		*slack = size;
}

/** Reports whether a string variable of this kind has a mark for NULL. An element is NULL if it
 * does not exist. */
static bool has_mark(enum dt_ident_kind kind)
{
	return kind == DT_IDENT_GLOBAL || kind == DT_IDENT_THIS || kind == DT_IDENT_SELF;
}

struct dt_lower_var *dt_lower_var_ensure(struct dt_lower *l, struct dt_ident *id, bool *is_new)
{
	struct dt_lower_var *v = id->lowered;

	*is_new = !v;
	if (v)
		return v;
	v = dt_arena_new(l->arena, struct dt_lower_var);
	id->lowered = v;
	dt_ident_list_add(l->arena, &l->vars.lowered, id);
	v->reg = -1;
	if (id->kind != DT_IDENT_AGG)
		v->size = variable_size(l, dt_ident_storage(l->c->types, id));
	if (dt_type_is_string(id->type) && has_mark(id->kind)) {
		v->mark = v->size;
		v->size += sizeof(uint64_t);
	}
	return v;
}

static void lay_out_self(struct dt_lower *l, struct dt_ident *id, struct dt_lower_var *v)
{
	if (v->size > SELF_LONG || l->vars.self_size + v->size > SELF_MAX) {
		v->per_thread = true;
		v->size = v->mark ? v->mark : v->size;
		dt_ident_list_add(l->arena, &l->vars.assocs, id);
		return;
	}
	reserve_slack(l, &l->vars.self_slack, id->type);
	v->off = allocate_bytes(&l->vars.self_size, v->size);
}

void dt_lower_var_layout(struct dt_lower *l, struct dt_ident *id)
{
	struct dt_lower_var *v;
	bool is_new;

	if (id->kind != DT_IDENT_GLOBAL && id->kind != DT_IDENT_SELF && id->kind != DT_IDENT_THIS)
		return;
	v = dt_lower_var_ensure(l, id, &is_new);
	if (!is_new)
		return;
	if (id->kind != DT_IDENT_SELF)
		reserve_slack(l, &l->vars.slack, id->type);
	switch (id->kind) {
	case DT_IDENT_GLOBAL:
		v->off = allocate_bytes(&l->vars.globals_size, v->size);
		break;
	case DT_IDENT_SELF:
		lay_out_self(l, id, v);
		break;
	case DT_IDENT_THIS:
		if (!dt_type_in_memory(id->type) && id->index < DT_LOWER_THIS_REGS)
			v->reg = id->index;
		v->off = allocate_bytes(&l->vars.frame_size, dt_lower_round(v->size, 8));
		break;
	default:
		break;
	}
}

void dt_lower_state_layout(struct dt_lower *l, struct dt_ident *id, uint32_t size)
{
	struct dt_lower_var *v = dt_arena_new(l->arena, struct dt_lower_var);

	v->reg = -1;
	v->size = dt_lower_round(size, 8);
	v->off = allocate_bytes(&l->vars.frame_size, v->size);
	id->lowered = v;
	dt_ident_list_add(l->arena, &l->vars.lowered, id);
}

void dt_lower_var_index(struct dt_lower *l, const struct dt_ident *string)
{
	uint32_t *slack = string->kind == DT_IDENT_SELF ? &l->vars.self_slack : &l->vars.slack;
	struct dt_lower_var *v = string->lowered;

	v->is_indexed = true;
	if (dt_lower_slack(l, l->strsize) > *slack)
		*slack = dt_lower_slack(l, l->strsize);
}

/**
 * Returns the size of memory with variables. A masked array index may point behind the last
 * variable, and a store through a pointer may go anywhere in the power of two that covers all of
 * them.
 */
static uint32_t memory_size(const struct dt_lower *l, enum dt_ident_kind kind, uint32_t size,
			    uint32_t slack)
{
	uint32_t room = dt_lower_slack(l, dt_lower_room(size));

	if (l->vars.pointed_to & 1u << kind && slack < room)
		slack = room;
	return dt_lower_round(size + slack, 8);
}

void dt_lower_var_maps(struct dt_lower *l)
{
	if (l->vars.globals_size)
		l->maps.globals = dt_lower_map(
		    l, &(struct dt_map_desc){
			   .name = "dt_globals",
			   .kind = DT_MAPK_ARRAY,
			   .key_size = 4,
			   .value_size =
			       memory_size(l, DT_IDENT_GLOBAL, l->vars.globals_size, l->vars.slack),
			   .max_entries = 1,
			   .is_mapped = true});
	if (l->vars.has_thread_arrays)
		l->vars.self_mark = allocate_bytes(&l->vars.self_size, 4);
	if (l->vars.self_size)
		l->maps.self =
		    dt_lower_map(l, &(struct dt_map_desc){.name = "dt_self",
							  .kind = DT_MAPK_THREAD,
							  .key_size = 4,
							  .value_size = memory_size(
							      l, DT_IDENT_SELF, l->vars.self_size,
							      l->vars.self_slack)});
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Creates and destroys a compilation: its arena, names, types and predefined identifiers.
 *
 * struct dt_compile refers to everything; only the name tables are on the heap.
 */
#include "lang/ident.h"

/* Declares `inline long NULL = 0;`. */
static void declare_null(struct dt_compile *c)
{
	struct dt_ident *id = dt_ident_create(c, DT_IDENT_INLINE, "NULL", (struct dt_loc){0});
	struct dt_node *zero = dt_arena_new(c->arena, struct dt_node);

	zero->kind = DT_NODE_INT;
	zero->height = 1;
	zero->type = dt_type_basic(c->types, DT_LONG);
	id->type = zero->type;
	id->inline_body = zero;
	id->is_declared = true;
}

struct dt_compile *dt_compile_create(size_t strsize)
{
	struct dt_arena *a = dt_arena_create();
	struct dt_compile *c = dt_arena_new(a, struct dt_compile);

	c->arena = a;
	c->names = dt_intern_create(a);
	c->types = dt_universe_create(a, c->names, strsize);
	c->diags.arena = a;
	c->program.clauses_tail = &c->program.clauses;
	declare_null(c);
	return c;
}

void dt_compile_destroy(struct dt_compile *c)
{
	if (!c)
		return;
	dt_sema_destroy(c->sema);
	dt_map_deinit(&c->globals);
	dt_map_deinit(&c->selfs);
	dt_map_deinit(&c->thises);
	dt_map_deinit(&c->aggs);
	dt_vec_deinit(&c->diags.list);
	dt_universe_destroy(c->types);
	dt_arena_destroy(c->arena);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The name tables of a compilation: the table of each kind, creation of identifiers, and builtins
 * by name. Each identifier has a dense index, by which lowering indexes its tables.
 *
 * The semantic pass implements scoping, types and the meaning of uses.
 */
#include "lang/ident.h"

#include "dialect/attributes.h"

#include <string.h>

struct dt_map *dt_ident_table(struct dt_compile *c, enum dt_ident_kind kind)
{
	switch (kind) {
	case DT_IDENT_THIS:
		return &c->thises;
	case DT_IDENT_SELF:
	case DT_IDENT_SELF_ASSOC:
		return &c->selfs;
	case DT_IDENT_AGG:
		return &c->aggs;
	default:
		return &c->globals;
	}
}

bool dt_ident_is_visible(const struct dt_compile *c, const struct dt_ident *id)
{
	return !c->version || id->since <= c->version;
}

bool dt_ident_is_own(const char *name)
{
	return strchr(name, '.');
}

struct dt_ident *dt_ident_lookup(const struct dt_map *table, const char *name)
{
	return dt_map_get_str(table, name);
}

struct dt_ident *dt_ident_global(struct dt_compile *c, const char *name)
{
	struct dt_ident *id = dt_ident_lookup(&c->globals, name);
	int64_t value;

	if (id && !dt_ident_is_visible(c, id))
		return NULL;
	if (id || !c->library || dt_ident_is_own(name) || dt_builtin_find(c, name) ||
	    dt_type_own_enumerator(c->types, name, &value))
		return id;
	return c->library->define(c->library->self, name) ? dt_ident_lookup(&c->globals, name)
							  : NULL;
}

static void apply_pragma(struct dt_ident *id, struct dt_ident_pragma *p)
{
	if (p->attributes)
		id->attributes = p->attributes;
	else
		id->since = p->version;
	p->is_used = true;
}

void dt_ident_pragma(struct dt_compile *c, struct dt_ident_pragma *p)
{
	struct dt_ident *id = p->part ? NULL : dt_ident_lookup(&c->globals, p->ident);

	if (id)
		apply_pragma(id, p);
	p->is_used |= p->part != NULL;
	p->next = c->program.pragmas;
	c->program.pragmas = p;
}

static struct dt_ident *create_ident(struct dt_compile *c, enum dt_ident_kind kind, const char *key,
				     const char *name, struct dt_loc loc)
{
	struct dt_ident *id = dt_arena_new(c->arena, struct dt_ident);

	id->kind = kind;
	id->name = dt_intern(c->names, name);
	id->index = c->n_idents[kind]++;
	id->declared = loc;
	dt_map_put_str(dt_ident_table(c, kind), key, id);
	for (struct dt_ident_pragma *p = c->program.pragmas; p; p = p->next)
		if (!p->part && dt_ident_table(c, kind) == &c->globals && !strcmp(p->ident, key))
			apply_pragma(id, p);
	return id;
}

struct dt_ident *dt_ident_create(struct dt_compile *c, enum dt_ident_kind kind, const char *name,
				 struct dt_loc loc)
{
	return create_ident(c, kind, name, name, loc);
}

struct dt_ident *dt_ident_kernel(struct dt_compile *c, const char *scope, const char *name,
				 struct dt_loc loc)
{
	dt_cleanup(dt_free_p) char *key = dt_asprintf("%s`%s", scope, name);
	struct dt_ident *id = dt_ident_lookup(&c->globals, key);

	return id ? id : create_ident(c, DT_IDENT_KERNEL, key, name, loc);
}

static bool is_too_new(const struct dt_compile *c, const struct dt_builtin *b)
{
	int64_t since;

	return c->version && b->since && dt_version_parse(b->since, &since) && since > c->version;
}

const struct dt_builtin *dt_builtin_find(const struct dt_compile *c, const char *name)
{
	if (!c->builtins)
		return NULL;
	for (size_t i = 0; i < c->builtins->n; i++)
		if (!strcmp(c->builtins->list[i]->name, name))
			return is_too_new(c, c->builtins->list[i]) ? NULL : c->builtins->list[i];
	return NULL;
}

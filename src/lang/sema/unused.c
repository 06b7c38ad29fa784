/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reports errors in inlines and translators that no clause uses. Those of the D library are
 * skipped, since their members may need features that this kernel lacks.
 *
 * Each is expanded once, with stand-ins for its parameters, and the result is discarded.
 */
#include "lang/sema/internal.h"

static bool is_programs(struct dt_loc loc)
{
	return loc.source && !loc.source->is_library;
}

/** Returns a value of the parameter's type. */
static struct dt_node *placeholder(struct dt_sema *s, struct dt_ident *param)
{
	struct dt_node *n = dt_sema_node(s, DT_NODE_VAR, param->declared);

	n->name = param->name;
	n->ident = param;
	n->type = param->type;
	return n;
}

static void use_inline(struct dt_sema *s, struct dt_ident *id)
{
	struct dt_node *n = dt_sema_node(s, DT_NODE_NAME, id->declared);
	struct dt_node *args = NULL;

	for (size_t i = id->n_inline_params; i--;) {
		struct dt_node *arg = placeholder(s, &id->inline_params[i]);

		arg->next = args;
		args = arg;
	}
	n->name = id->name;
	dt_sema_inline(s, n, id, args);
}

static void use_translator(struct dt_sema *s, const struct dt_translator *t)
{
	for (size_t i = 0; i < t->n_members; i++) {
		struct dt_node *n = dt_sema_node(s, DT_NODE_MEMBER, t->members[i].loc);
		struct dt_node *x = dt_sema_node(s, DT_NODE_XLATE, t->loc);

		n->name = t->members[i].name;
		x->lhs = placeholder(s, t->param);
		x->decl_type = x->type = t->to;
		x->translator = t;
		dt_sema_xlate_member(s, n, x);
	}
	if (t->rest)
		dt_sema_xlate_rest(s, t, placeholder(s, t->param));
}

void dt_sema_unused(struct dt_sema *s)
{
	const struct dt_translator *t = s->c->program.translators;
	unsigned n = s->c->n_idents[DT_IDENT_INLINE];
	struct dt_ident **inlines = dt_arena_array(s->c->arena, struct dt_ident *, n);
	const struct dt_map_entry *e;
	size_t pos = 0;

	while ((e = dt_map_next(&s->c->globals, &pos))) {
		struct dt_ident *id = e->value;

		if (id->kind == DT_IDENT_INLINE && !id->is_read && is_programs(id->declared))
			inlines[id->index] = id;
	}
	for (unsigned i = 0; i < n; i++)
		if (inlines[i])
			use_inline(s, inlines[i]);
	for (; t; t = t->next)
		if (is_programs(t->loc))
			use_translator(s, t);
}

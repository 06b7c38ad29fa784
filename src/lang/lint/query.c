/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Helpers of the checks: queries about nodes and variables, and reports.
 */
#include "lang/lint/internal.h"

void dt_lint_warn(struct dt_lint *l, const struct dt_node *n, enum dt_tag tag, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	dt_cleanup(dt_free_p) char *text = dt_vasprintf(fmt, ap);
	va_end(ap);
	dt_diag(&l->c->diags, n->loc, tag, "%s", text);
}

void dt_lint_hint(struct dt_lint *l, enum dt_tag tag, const char *fmt, const char *what)
{
	struct dt_diag *last = l->c->diags.list.len ? &dt_vec_last(&l->c->diags.list) : NULL;

	if (last && last->tag == tag && !last->hint)
		last->hint = dt_arena_printf(l->c->arena, fmt, what);
}

bool dt_lint_is_variable(const struct dt_ident *id)
{
	return id && (id->kind == DT_IDENT_GLOBAL || id->kind == DT_IDENT_THIS ||
		      id->kind == DT_IDENT_SELF || id->kind == DT_IDENT_ASSOC ||
		      id->kind == DT_IDENT_SELF_ASSOC);
}

bool dt_lint_is_array(const struct dt_ident *id)
{
	return id->kind == DT_IDENT_ASSOC || id->kind == DT_IDENT_SELF_ASSOC;
}

bool dt_lint_is_thread_local(const struct dt_ident *id)
{
	return id->kind == DT_IDENT_SELF || id->kind == DT_IDENT_SELF_ASSOC;
}

const char *dt_lint_scope(const struct dt_ident *id)
{
	return dt_lint_is_thread_local(id) ? "self->" : id->kind == DT_IDENT_THIS ? "this->" : "";
}

/** Returns the variable that a write to the node changes: `x` in `x[k].m`. NULL for memory. */
const struct dt_node *dt_lint_root(const struct dt_node *n)
{
	while (n->kind == DT_NODE_MEMBER || (n->kind == DT_NODE_INDEX && !n->ident &&
					     dt_type_resolve(n->lhs->type)->kind == DT_TYPE_ARRAY))
		n = n->lhs;
	return (n->kind == DT_NODE_VAR || n->kind == DT_NODE_INDEX) && dt_lint_is_variable(n->ident)
		   ? n
		   : NULL;
}

const struct dt_node *dt_lint_skip_casts(const struct dt_node *n)
{
	while (n->kind == DT_NODE_CAST)
		n = n->lhs;
	return n;
}

bool dt_lint_is_time(const struct dt_node *n)
{
	return dt_node_has_role(dt_lint_skip_casts(n), DT_ROLE_TIME);
}

struct dt_lint_use *dt_lint_use(struct dt_lint *l, const struct dt_ident *id)
{
	struct dt_lint_use *u = dt_map_get(&l->uses, &id, sizeof(id));

	if (!u) {
		u = dt_arena_new(l->c->arena, struct dt_lint_use);
		u->ident = id;
		dt_map_put(&l->uses, &id, sizeof(id), u);
	}
	return u;
}

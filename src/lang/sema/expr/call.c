/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Calls: finds the builtin and checks its context and the arguments by its prototype. Rules of a
 * single builtin are in its own check (checks.h).
 */
#include "lang/sema/internal.h"

#include <string.h>

struct dt_node *dt_sema_datum(struct dt_sema *s, struct dt_node *n)
{
	return n->kind == DT_NODE_CALL ? dt_sema_call(s, n, DT_CALL_DATUM) : dt_sema_expr(s, n);
}

/** Returns the called function, or NULL after a report. */
static struct dt_ident *find_callee(struct dt_sema *s, struct dt_node *n)
{
	if (!n->name) {
		dt_sema_poison(s, n, D_FUNC_IDENT, "function designator is not a function name");
		return NULL;
	}
	struct dt_ident *id = dt_sema_find(s, n);
	if (!id) {
		dt_sema_poison(s, n, D_FUNC_UNDEF, "undefined function name: %s", n->name);
		dt_sema_suggest(s, n->name, true);
		return NULL;
	}
	if (id->kind != DT_IDENT_FUNCTION) {
		dt_sema_poison(s, n, D_FUNC_IDKIND, "%s may not be referenced as a function",
			       n->name);
		return NULL;
	}
	if (id->builtin->flags & DT_BF_REFUSED) {
		dt_sema_poison(s, n, D_FUNC_UNDEF, "%s( ) is not available: %s", n->name,
			       id->builtin->doc);
		return NULL;
	}
	return id;
}

/**
 * Records a call without a value where a value is needed. The caller that needs the value reports
 * it with the most specific tag. Otherwise dt_sema_misplaced() reports it.
 */
static void note_misplaced(struct dt_sema *s, struct dt_node *n, const struct dt_builtin *b)
{
	n->type = dt_sema_proto(s, b)->ret;
	if (s->is_quiet || s->misplaced.call)
		return;
	s->misplaced.call = n;
	s->misplaced.n_errors = s->c->diags.n_errors;
}

void dt_sema_misplaced(struct dt_sema *s)
{
	struct dt_node *n = s->misplaced.call;

	s->misplaced.call = NULL;
	if (!n || s->c->diags.n_errors > s->misplaced.n_errors)
		return;
	if (n->ident->builtin->kind == DT_BUILTIN_AGGREGATION)
		dt_sema_error(s, n->loc, D_CG_EXPR,
			      "aggregating function %s( ) may only be assigned to an aggregation",
			      n->name);
	else
		dt_sema_error(s, n->loc, D_CG_EXPR,
			      "action %s( ) may not be used inside an expression", n->name);
}

/** Reports whether the builtin is permitted in this context. If not, an error follows, perhaps
 * later. */
static bool fits_context(struct dt_sema *s, struct dt_node *n, const struct dt_builtin *b,
			 enum dt_call_context context)
{
	bool key_only = b->flags & DT_BF_KEY_ONLY;

	if (context == DT_CALL_AGG) {
		if (b->kind == DT_BUILTIN_AGGREGATION)
			return true;
		dt_sema_poison(s, n, D_AGG_FUNC, "%s( ) is not an aggregating function", b->name);
		return false;
	}
	if (b->kind == DT_BUILTIN_AGGREGATION && context == DT_CALL_STMT) {
		dt_sema_poison(s, n, D_CG_EXPR,
			       "aggregating function %s( ) may only be assigned to an aggregation",
			       b->name);
		dt_sema_hint(s, "write @ = %s(…)", b->name);
		return false;
	}
	if (context == DT_CALL_STMT || (b->kind == DT_BUILTIN_SUBROUTINE && !key_only) ||
	    (context == DT_CALL_DATUM && key_only))
		return true;
	if (s->in_cond)
		dt_sema_poison(s, n, D_OP_ACT,
			       "action %s( ) cannot be used in a conditional context", b->name);
	else
		note_misplaced(s, n, b);
	return false;
}

const struct dt_proto *dt_sema_proto(struct dt_sema *s, const struct dt_builtin *b)
{
	const struct dt_proto *proto = dt_map_get(&s->protos, &b, sizeof(b));

	if (!proto) {
		proto = dt_proto_parse(s->c, b->proto);
		dt_map_put(&s->protos, &b, sizeof(b), (void *)proto);
	}
	return proto;
}

/** Adds a hint for a function that people take for another one. */
static void hint_usage(struct dt_sema *s, const char *name)
{
	static const struct {
		const char *name, *hint;
	} usages[] = {
	    {"print", "printf() prints values by a format"},
	    {"trace", "printf() prints several values, by a format"},
	    {"exit", "the argument is the exit status of dtrace: exit(0)"},
	};

	for (size_t i = 0; i < dt_array_len(usages); i++)
		if (!strcmp(usages[i].name, name))
			dt_sema_hint(s, "%s", usages[i].hint);
}

static bool check_count(struct dt_sema *s, struct dt_node *n, const struct dt_proto *proto)
{
	size_t given = 0, needed = 0;

	for (const struct dt_node *a = n->list; a; a = a->next)
		given++;
	while (needed < proto->n_params && !proto->params[needed].optional)
		needed++;
	if (given >= needed && (proto->varargs || given <= proto->n_params))
		return true;
	bool range = proto->varargs || needed < proto->n_params;
	dt_sema_poison(s, n, D_PROTO_LEN,
		       "%s( ) prototype mismatch: %zu arg%s passed, %s%zu expected", n->name, given,
		       given == 1 ? "" : "s",
		       !range		? ""
		       : given < needed ? "at least "
					: "at most ",
		       given < needed ? needed : proto->n_params);
	hint_usage(s, n->name);
	return false;
}

/** Converts the argument for the parameter. Returns NULL if it does not fit. */
static struct dt_node *fit_argument(struct dt_sema *s, struct dt_node *a,
				    const struct dt_param *param)
{
	if (param->kind == DT_PARAM_ANY)
		return dt_sema_recorded(s, a);
	if (param->kind == DT_PARAM_AGG)
		return a->kind == DT_NODE_AGG ? a : NULL;
	if (param->kind == DT_PARAM_MEMORY && dt_type_is_string(a->type))
		return a;
	if (dt_type_is_stringlike(param->type))
		return dt_sema_assign_convert(s, a, dt_sema_basic(s, DT_STRING));
	return dt_sema_assign_convert(s, a, param->type);
}

static bool check_args(struct dt_sema *s, struct dt_node *n, const struct dt_proto *proto)
{
	static const struct dt_param any = {.kind = DT_PARAM_ANY};
	struct dt_node **a = &n->list;

	for (size_t i = 0; *a; i++, a = &(*a)->next) {
		const struct dt_param *param = i < proto->n_params ? &proto->params[i] : &any;
		struct dt_node *next = (*a)->next, *value = fit_argument(s, *a, param);

		if (!value) {
			dt_sema_poison_at(s, n, (*a)->loc, D_PROTO_ARG,
					  "%s( ) argument #%zu is incompatible with prototype: "
					  "%s expected, \"%s\" passed",
					  n->name, i + 1,
					  param->kind == DT_PARAM_AGG
					      ? "an aggregation"
					      : dt_arena_printf(s->c->arena, "\"%s\"",
								dt_sema_spell(s, param->type)),
					  dt_sema_spell(s, (*a)->type));
			dt_sema_hint_float(s, *a);
			if (dt_type_is_stringlike(param->type ? param->type : (*a)->type) &&
			    dt_type_is_integer((*a)->type) && !dt_sema_hint_quotes(s, *a))
				dt_sema_hint(s, "copyinstr() makes a string of a user address");
			return false;
		}
		value->next = next;
		*a = value;
	}
	return true;
}

struct dt_node *dt_sema_call(struct dt_sema *s, struct dt_node *n, enum dt_call_context context)
{
	struct dt_ident *id = n->ident = find_callee(s, n);

	if (!id || !fits_context(s, n, id->builtin, context))
		return n;
	const struct dt_builtin *b = id->builtin;
	const struct dt_proto *proto = dt_sema_proto(s, b);
	bool records = b->flags & (DT_BF_RECORDS | DT_BF_AGG_ARG);
	bool ok = dt_sema_list(s, &n->list, records ? dt_sema_datum : dt_sema_expr);

	n->type = proto->ret;
	if (!ok)
		return dt_sema_silence(s, n);
	if (!check_count(s, n, proto) || !check_args(s, n, proto))
		return n;
	if (b->check)
		b->check(s, n);
	return n;
}

struct dt_node *dt_sema_call_of(struct dt_sema *s, const char *name, struct dt_loc loc,
				struct dt_node *list)
{
	struct dt_node *n = dt_sema_node(s, DT_NODE_CALL, loc);

	n->name = dt_intern(s->c->names, name);
	n->list = list;
	n->ident = find_callee(s, n);
	if (!n->ident)
		return n;
	const struct dt_proto *proto = dt_sema_proto(s, n->ident->builtin);

	n->type = proto->ret;
	if (check_count(s, n, proto))
		check_args(s, n, proto);
	return n;
}

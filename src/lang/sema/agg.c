/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Aggregations: they have a separate name space. The first assignment fixes the function, the first
 * use the keys.
 *
 * An action may name an aggregation above its first assignment in the program (discover.c).
 */
#include "lang/sema/internal.h"

#include <string.h>

static struct dt_ident *find_or_create(struct dt_sema *s, struct dt_node *n)
{
	struct dt_ident *id = dt_ident_lookup(&s->c->aggs, n->name);

	if (!id) {
		id = dt_ident_create(s->c, DT_IDENT_AGG, n->name, n->loc);
		id->type = dt_sema_basic(s, DT_DYN);
	}
	n->ident = id;
	n->type = id->type;
	return id;
}

struct dt_ident *dt_sema_agg_ident(struct dt_sema *s, struct dt_node *n)
{
	if (!dt_map_get_str(&s->aggregated, n->name))
		return NULL;
	struct dt_ident *id = find_or_create(s, n);
	id->is_read = true;
	return id;
}

static void check_speculation_order(struct dt_sema *s, const struct dt_node *n)
{
	if (s->order.committed_here)
		dt_sema_error(s, n->loc, D_AGG_COMM,
			      "aggregating actions may not follow commit( )");
	if (s->order.speculated)
		dt_sema_error(s, n->loc, D_AGG_SPEC,
			      "aggregating actions may not follow speculate( )");
}

const char *dt_sema_agg_text(struct dt_sema *s, const char *name)
{
	return strcmp(name, "_") == 0 ? "@" : dt_arena_printf(s->c->arena, "@%s", name);
}

struct dt_node *dt_sema_agg_twice(struct dt_sema *s, struct dt_node *n)
{
	dt_sema_poison(s, n, D_AGG_MDIM, "an aggregation may not be indexed twice");
	dt_sema_hint(s, "put several keys into one pair of brackets: @[a, b]");
	return n;
}

void dt_sema_hint_count(struct dt_sema *s)
{
	dt_sema_hint(s, "= count() counts, = sum(value) adds");
}

void dt_sema_hint_no_value(struct dt_sema *s)
{
	dt_sema_hint(s, "a program cannot read an aggregation: printa() prints it; use a variable "
			"for a value to compare or compute with");
}

/** Sets the aggregation's function, or compares it with the function set before. */
static bool check_function(struct dt_sema *s, struct dt_node *n, struct dt_ident *id)
{
	const struct dt_builtin *b = n->rhs->name ? dt_builtin_find(s->c, n->rhs->name) : NULL;

	if (!b || b->kind != DT_BUILTIN_AGGREGATION)
		return true; // the call itself is reported
	if (!id->agg_func)
		id->agg_func = b;
	if (id->agg_func == b)
		return true;
	dt_sema_poison_at(s, n, n->lhs->loc, D_AGG_REDEF,
			  "aggregation redefined: %s is aggregated by %s( ), not %s( )",
			  dt_sema_agg_text(s, id->name), id->agg_func->name, b->name);
	return false;
}

struct dt_node *dt_sema_agg_assign(struct dt_sema *s, struct dt_node *n)
{
	struct dt_ident *id = find_or_create(s, n->lhs);

	check_speculation_order(s, n->lhs);
	id->is_written = true;
	if (n->op != DT_OP_NONE || n->rhs->kind != DT_NODE_CALL) {
		dt_sema_poison_at(
		    s, n, n->lhs->loc, D_AGG_FUNC,
		    "%s may only be assigned (=) the result of an aggregating function",
		    dt_sema_agg_text(s, id->name));
		if (n->op == DT_OP_NONE)
			dt_sema_hint(s, "use a variable for a value that is read again: "
					"self->start = timestamp, or name[key] = value");
		else
			dt_sema_hint_count(s);
		return n;
	}
	bool ok = dt_sema_list(s, &n->lhs->list, dt_sema_datum) && dt_sema_keys(s, n->lhs, id);
	if (!check_function(s, n, id))
		return n;
	s->agg = id;
	n->rhs = dt_sema_call(s, n->rhs, DT_CALL_AGG);
	s->agg = NULL;
	if (!ok || dt_sema_is_poison(n->rhs)) {
		id->is_wrong = true;
		return dt_sema_silence(s, n);
	}
	n->type = dt_sema_basic(s, DT_VOID);
	return n;
}

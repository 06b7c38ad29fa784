/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Counts the maps that a program names. The kernel permits 64, and up to about twenty do not depend
 * on the declarations of the D program. Each array and each aggregation with keys has a map or
 * shares one (state/hash.c). A program that would name too many maps is cut.
 *
 * Decision: docs/dev/decisions/0046-arrays-share-maps.md
 */
#include "lower/verifier/verifier.h"

#include <string.h>

enum { OTHER_MAPS = 20 }; // rings, variables, literals, scratch memory, tables, …

static unsigned map_limit(const struct dt_lower *l)
{
	return l->executor->maps ? l->executor->maps - OTHER_MAPS : UINT32_MAX;
}

/** Returns the map of the array, aggregation or long self-> variable that the node names, or 0. */
static unsigned map_of(const struct dt_lower *l, const struct dt_node *n)
{
	if (n->kind == DT_NODE_AGG && n->ident->agg_func)
		return l->desc.aggs[dt_lower_var(n->ident)->agg].map;
	if (dt_node_is_assoc(n))
		return dt_lower_var(n->lhs->ident)->map;
	return n->kind == DT_NODE_VAR && dt_node_is_element(n) ? dt_lower_var(n->ident)->map : 0;
}

static unsigned count_maps_of_list(const struct dt_lower *l, const struct dt_node *list,
				   bool *named);

/** Returns the number of maps that the node names and that are not in `named`, and adds them. */
static unsigned count_maps(const struct dt_lower *l, const struct dt_node *n, bool *named)
{
	unsigned map, more = 0;

	if (!n)
		return 0;
	map = map_of(l, n);
	if (map && !named[map]) {
		named[map] = true;
		more++;
	}
	return more + count_maps(l, n->lhs, named) + count_maps(l, n->rhs, named) +
	       count_maps(l, n->third, named) + count_maps_of_list(l, n->list, named) +
	       count_maps_of_list(l, n->body, named) + count_maps_of_list(l, n->else_body, named);
}

static unsigned count_maps_of_list(const struct dt_lower *l, const struct dt_node *list,
				   bool *named)
{
	unsigned more = 0;

	for (const struct dt_node *n = list; n; n = n->next)
		more += count_maps(l, n, named);
	return more;
}

static unsigned count_maps_of_clause(const struct dt_lower *l, const struct dt_clause *c,
				     bool *named)
{
	return count_maps(l, c->predicate, named) + count_maps_of_list(l, c->body, named);
}

static unsigned count_maps_of_clauses(const struct dt_lower *l,
				      const struct dt_lower_clause *clauses, size_t n, bool *named)
{
	unsigned more = 0;

	for (size_t i = 0; i < n; i++) {
		more += count_maps_of_clause(l, clauses[i].clause, named);
		for (const struct dt_fired *f = clauses[i].fired; f; f = f->by)
			more += count_maps_of_clause(l, f->origin, named);
	}
	return more;
}

bool dt_verifier_has_maps(const struct dt_gen *g, const struct dt_node *a, const struct dt_node *b)
{
	const struct dt_lower *l = g->l;
	dt_cleanup(dt_free_p) bool *named = NULL;

	if (!l->executor->maps)
		return true;
	named = dt_malloc(l->maps.n_state * sizeof(*named));
	memcpy(named, g->chain->named, l->maps.n_state * sizeof(*named));
	return g->chain->n_named + count_maps(l, a, named) + count_maps(l, b, named) <=
	       map_limit(l);
}

void dt_verifier_name_maps(struct dt_gen *g, const struct dt_node *n)
{
	if (g->chain && g->chain->named)
		g->chain->n_named += count_maps(g->l, n, g->chain->named);
}

void dt_verifier_init_maps(struct dt_lower *l, struct dt_chain *ch)
{
	memset(ch->named, 0, l->maps.n_state * sizeof(*ch->named));
	ch->n_named =
	    count_maps_of_clauses(l, l->setup.error_clauses, l->setup.n_error_clauses, ch->named);
}

bool dt_verifier_needs_cut(struct dt_lower *l, const struct dt_lower_group *group,
			   struct dt_chain *ch)
{
	ch->named = dt_arena_array(l->arena, bool, l->maps.n_state);
	dt_verifier_init_maps(l, ch);
	return ch->n_named + count_maps_of_clauses(l, group->clauses, group->n_clauses, ch->named) >
	       map_limit(l);
}

void dt_verifier_check_maps(struct dt_lower *l, const struct dt_ir_prog *p, struct dt_loc loc)
{
	dt_cleanup(dt_free_p) bool *named = dt_zalloc(l->maps.n * sizeof(*named));
	unsigned n = 0;

	dt_vec_foreach (&p->funcs, f) {
		dt_vec_foreach (&(*f)->code, i) {
			if (i->op != DT_IR_MAP && i->op != DT_IR_MAP_VALUE)
				continue;
			n += !named[i->imm];
			named[i->imm] = true;
		}
	}
	if (l->executor->maps && n > l->executor->maps)
		dt_diag(&l->c->diags, loc, D_UNKNOWN,
			"a statement, or the clauses of ERROR, name too many associative arrays "
			"and aggregations with keys: %u maps in one program; the kernel permits %u",
			n, l->executor->maps);
}

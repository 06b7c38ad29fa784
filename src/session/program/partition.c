/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Decides which executor runs each group. Executors share no variables and no speculations, so
 * groups that share one have the same executor, and so have groups whose sites meet: a jump
 * replaces at least five bytes, and their instructions move. Aggregations are added up, so they
 * do not restrict the choice. The clauses of ERROR are part of every group.
 *
 * This process and the target share one region, so they count as one executor here. If neither of
 * them can run a group, the kernel also runs the groups that share something with it. -v reports
 * the group's reason for all of them.
 *
 * A group of sites that the kernel probes in their original places belongs to its original group
 * (struct dt_group).
 *
 * Decision: docs/dev/decisions/0095-one-region-for-tracer-and-target.md
 * Decision: docs/dev/decisions/0136-kernel-probes-refused-instructions-in-place.md
 */
#include "session/compile/compile.h"
#include "session/process/process.h"
#include "session/program/inside/inside.h"

#include "base/str.h"

#include <stdlib.h>
#include <string.h>

/** Returns the group that stands for all those with which the group shares something. */
static struct dt_group *root_of(struct dt_group *g)
{
	while (g->joined)
		g = g->joined;
	return g;
}

/** Puts two sets of groups together. The reason why one must be in the kernel counts for both. */
static void join(struct dt_group *a, struct dt_group *b)
{
	a = root_of(a);
	b = root_of(b);
	if (a == b)
		return;
	b->joined = a;
	if (!a->why)
		a->why = b->why;
}

/** Notes that the group uses something shared. `users` has a group for each such address. */
static void use(struct dt_map *users, struct dt_group *g, const void *what)
{
	struct dt_group *other = dt_map_get(users, &what, sizeof(what));

	if (other)
		join(other, g);
	else
		dt_map_put(users, &what, sizeof(what), g);
}

static bool is_variable(const struct dt_ident *id)
{
	static const unsigned kinds = 1 << DT_IDENT_GLOBAL | 1 << DT_IDENT_SELF |
				      1 << DT_IDENT_ASSOC | 1 << DT_IDENT_SELF_ASSOC;

	return kinds & 1u << id->kind;
}

/** Returns what the identifier shares with others, or NULL. */
static const void *shared_by(const struct dt_ident *id)
{
	static const char speculations;

	if (is_variable(id))
		return id;
	return id->builtin && id->builtin->flags & DT_BF_SHARES ? &speculations : NULL;
}

/** Visits a list of nodes with all below them. */
static void visit(struct dt_map *users, struct dt_group *g, const struct dt_node *list)
{
	for (const struct dt_node *n = list; n; n = n->next) {
		const void *shared = n->ident ? shared_by(n->ident) : NULL;

		if (shared)
			use(users, g, shared);
		visit(users, g, n->lhs);
		visit(users, g, n->rhs);
		visit(users, g, n->third);
		visit(users, g, n->list);
		visit(users, g, n->body);
		visit(users, g, n->else_body);
	}
}

static void visit_clauses(struct dt_map *users, struct dt_group *g,
			  const struct dt_lower_clause *clauses, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		visit(users, g, clauses[i].clause->predicate);
		visit(users, g, clauses[i].clause->body);
	}
}

// ---- sites that meet

/** Text that a group needs for itself: what a jump replaces, or the address of a trap. */
struct part {
	const struct dt_inside_file *file;
	struct dt_inside_span span;
	struct dt_group *group;
};
typedef dt_vec(struct part) parts;

static int compare_parts(const void *a, const void *b)
{
	const struct part *x = a, *y = b;

	if (x->file != y->file)
		return x->file < y->file ? -1 : 1;
	return x->span.begin < y->span.begin ? -1 : x->span.begin > y->span.begin;
}

static void collect_parts(const struct dtrace *d, struct dt_group *g, const struct dt_probe *p,
			  parts *ret)
{
	const struct dt_inside_site *planned = g->is_inside ? dt_session_inside_sites(d, p) : NULL;
	struct dt_inside_span spans[DT_INSIDE_SPANS];

	for (size_t i = 0; i < p->n_sites; i++) {
		const struct dt_inside_file *f = dt_session_inside_file(d, &p->sites[i]);
		size_t n = 0;

		if (!f || !f->text)
			continue;
		if (planned)
			n = dt_session_inside_spans(&planned[i].plan, spans);
		if (!n) {
			spans[n].begin = dt_text_address(f->text, p->sites[i].offset);
			spans[n].end = spans[n].begin + 1;
			n++;
		}
		for (size_t k = 0; k < n; k++)
			dt_vec_push(ret, ((struct part){f, spans[k], g}));
	}
}

/** Joins groups if one stub serves both, or if a trap of one would be in a stub of the other. */
static void join_meeting(struct dtrace *d)
{
	const struct part *last = NULL; // of those so far, the one that ends last
	parts all = {0};

	dt_vec_foreach (&d->programs->groups, g)
		for (size_t i = 0; i < (*g)->probes.len && !(*g)->original; i++)
			collect_parts(d, *g, (*g)->probes.data[i], &all);
	if (all.len)
		qsort(all.data, all.len, sizeof(*all.data), compare_parts);
	dt_vec_foreach (&all, p) {
		bool is_apart = !last || p->file != last->file || p->span.begin >= last->span.end;

		if (!is_apart)
			join(last->group, p->group);
		if (is_apart || p->span.end > last->span.end)
			last = p;
	}
	dt_vec_deinit(&all);
}

// ---- reasons

/** Returns why the kernel must run a probe, as the end of a sentence. */
static const char *why_outside(const struct dtrace *d, const struct dt_probe *p)
{
	const struct dt_inside_site *refused = dt_session_inside_refused(d, p);

	if (refused)
		return dt_refusal_texts[refused->refusal];
	if ((!p->context || !p->context->in_target) && p->n_sites && p->sites->pid)
		return "is of a 32-bit process";
	if (!p->context || !p->context->in_target)
		return "fires in the kernel";
	if (d->inside->refused)
		return d->inside->refused;
	if (d->targets->list.len > 1)
		return "fires in the kernel, because there are several targets";
	if (*p->prov && p->prov[strlen(p->prov) - 1] == '*')
		return dt_arena_printf(
		    d->compile->arena,
		    "fires in the kernel, because it is of all processes; %.*s$target is of the "
		    "%s alone",
		    (int)strlen(p->prov) - 1, p->prov,
		    d->targets->list.len ? "target" : "process of -c or -p");
	if (p->is_retained)
		return "is of a file that the process has not mapped";
	return "fires in the kernel, because it is not of a process of -c or -p";
}

/** Returns why neither this process nor the target can run the group, or NULL. */
static const char *why_not(struct dtrace *d, const struct dt_group *g)
{
	const struct dt_probe *p = g->probes.data[0];

	if (g->context->in_tracer || g->is_inside)
		return dt_map_get(&d->programs->kept, &p->id, sizeof(p->id));
	if (g->original)
		return dt_arena_printf(d->compile->arena,
				       "%s:%s:%s:%s may also run outside of its copy", p->prov,
				       p->mod, p->func, p->name);
	return dt_arena_printf(d->compile->arena, "%s:%s:%s:%s %s", p->prov, p->mod, p->func,
			       p->name, why_outside(d, p));
}

const char *dt_session_why_kernel(const struct dtrace *d)
{
	if (d->script->claimed || d->programs->is_anonymous)
		return "anonymous tracing outlives dtrace";
	return dt_session_engine_is_kernel(d);
}

static void join_groups(struct dtrace *d)
{
	struct dt_map users = {0};

	dt_vec_foreach (&d->programs->groups, g) {
		(*g)->why = why_not(d, *g);
		visit_clauses(&users, *g, (*g)->clauses, (*g)->n_clauses);
		visit_clauses(&users, *g, d->programs->error_clauses.data,
			      d->programs->error_clauses.len);
	}
	join_meeting(d);
	dt_map_deinit(&users);
}

static void note_region(struct dtrace *d, uint32_t probe, bool in_region)
{
	struct dt_enabled *e = dt_map_get(&d->programs->enabled_by_id, &probe, sizeof(probe));

	if (e)
		e->in_region |= in_region;
}

/** Removes the groups whose originals are in the kernel: these have all sites. */
static void remove_in_place(struct dt_programs *p)
{
	size_t n = 0;

	dt_vec_foreach (&p->groups, gp) {
		struct dt_group *g = *gp;

		if (g->original && root_of(g->original)->why)
			dt_vec_deinit(&g->probes);
		else
			p->groups.data[n++] = g;
	}
	p->groups.len = n;
}

void dt_session_partition(struct dtrace *d)
{
	const char *none = dt_session_why_kernel(d);
	struct dt_programs *p = d->programs;

	p->in_kernel = p->in_region = p->in_target = false;
	if (!none) {
		join_groups(d);
		remove_in_place(p);
	}
	dt_vec_foreach (&d->programs->groups, gp) {
		struct dt_group *g = *gp;

		g->why = none ? none : root_of(g)->why;
		if (!g->why)
			g->context = g->is_inside ? g->context->in_target : g->context->in_tracer;
		*(g->why ? &p->in_kernel : &p->in_region) = true;
		p->in_target = p->in_target || (!g->why && g->is_inside);
		dt_vec_foreach (&g->probes, probe)
			note_region(d, (*probe)->id, !g->why);
	}
}

static bool has_clause(const struct dt_lower_clause *clauses, size_t n, uint32_t index)
{
	for (size_t i = 0; i < n; i++)
		if (clauses[i].clause->index == index)
			return true;
	return index == DT_REC_ERROR;
}

bool dt_session_may_record(const struct dtrace *d, uint32_t clause, uint32_t probe)
{
	const struct dt_programs *p = d->programs;
	const struct dt_enabled *e = dt_map_get(&p->enabled_by_id, &probe, sizeof(probe));

	if (probe == DT_PROBE_ERROR)
		return has_clause(p->error_clauses.data, p->error_clauses.len, clause);
	return e && e->in_region && has_clause(e->clauses.data, e->clauses.len, clause);
}

bool dt_session_runs_here(const struct dtrace *d, uint32_t probe)
{
	if (!d->programs->in_region)
		return false;
	dt_vec_foreach (&d->programs->groups, g)
		if (!(*g)->why && !(*g)->is_inside && (*g)->probes.data[0]->id == probe)
			return true;
	return false;
}

void dt_session_keep(struct dtrace *d, const struct dt_group *g, const char *why)
{
	uint32_t id = g->probes.data[0]->id;

	dt_map_put(&d->programs->kept, &id, sizeof(id), dt_arena_strdup(d->compile->arena, why));
}

// ---- for -v

enum place { IN_TRACER, IN_TARGET, IN_KERNEL };

static enum place place_of(const struct dt_group *g)
{
	return g->why ? IN_KERNEL : g->is_inside ? IN_TARGET : IN_TRACER;
}

/** Appends the groups of a place as a list. Returns one of them, or NULL. */
static const struct dt_group *list_groups(const struct dtrace *d, enum place place,
					  struct dt_str *out)
{
	const struct dt_group *any = NULL;

	dt_vec_foreach (&d->programs->groups, gp) {
		const struct dt_group *g = *gp;
		const struct dt_probe *p = g->probes.data[0];

		if (!g->n_clauses || place_of(g) != place)
			continue;
		dt_str_printf(out, "%s%s:%s:%s:%s", any ? ", " : "", p->prov, p->mod, p->func,
			      p->name);
		if (g->probes.len > 1)
			dt_str_printf(out, " and %zu more", (size_t)g->probes.len - 1);
		any = g;
	}
	return any;
}

void dt_session_note_executors(struct dtrace *d)
{
	dt_cleanup(dt_str_deinit) struct dt_str here = {0}, inside = {0}, there = {0};
	const struct dt_group *kept;

	if (!d->programs->in_region && !d->options.set[DT_OPT_engine])
		return;
	if (list_groups(d, IN_TRACER, &here))
		dt_session_detail(d, dt_asprintf("dtrace itself runs %s", dt_str_text(&here)));
	if (list_groups(d, IN_TARGET, &inside))
		dt_session_detail(d, dt_asprintf("process %d itself runs %s", (int)d->inside->pid,
						 dt_str_text(&inside)));
	kept = list_groups(d, IN_KERNEL, &there);
	if (kept)
		dt_session_detail(
		    d, dt_asprintf("the kernel runs %s: %s", dt_str_text(&there), kept->why));
}

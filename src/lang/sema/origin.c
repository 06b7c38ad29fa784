/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Static probes: finds the choice that this kernel supports, and the providers' clauses that a
 * program with the probe needs.
 *
 * A kernel supports a choice if every description of its origins matches probes, and condition and
 * arguments fit the types of those probes. Support is tested by trying, never by the kernel's
 * version. The first use of the probe tries it, without reports. The error is the reason why the
 * probe is absent, unless its declaration has a better one. In the library, a choice may name calls
 * of other processors beside those of this one; patterns of calls must match.
 *
 * A provider's clause is needed if it assigns to a variable that an origin or another needed clause
 * names. Variables in the condition always count, those in an argument only if a clause names the
 * argument.
 */
#include "lang/sema/internal.h"

#include <string.h>

// ---- needed clauses

/** A set of clauses. */
typedef dt_vec(struct dt_clause *) clauses;

static bool contains_clause(const clauses *list, const struct dt_clause *cl)
{
	dt_vec_foreach (list, c)
		if (*c == cl)
			return true;
	return false;
}

static void need_clause(struct dt_sema *s, struct dt_clause *cl, void *arg);

static void need_all(struct dt_sema *s, const struct dt_node *list, clauses *needed);

/** Works before and after the clause is checked, since a variable keeps its name. */
static void need_one(struct dt_sema *s, const struct dt_node *n, clauses *needed)
{
	const struct dt_node *const children[] = {n->lhs,  n->rhs,  n->third,
						  n->list, n->body, n->else_body};

	if (n->name && dt_ident_is_own(n->name))
		dt_sema_each_writer(s, n, need_clause, needed);
	for (size_t i = 0; i < dt_array_len(children); i++)
		need_all(s, children[i], needed);
}

static void need_all(struct dt_sema *s, const struct dt_node *list, clauses *needed)
{
	for (const struct dt_node *n = list; n; n = n->next)
		need_one(s, n, needed);
}

/** Adds a clause, which assigns to a needed variable, and the clauses that it needs. */
static void need_clause(struct dt_sema *s, struct dt_clause *cl, void *arg)
{
	clauses *needed = arg;

	if (contains_clause(needed, cl))
		return;
	dt_vec_push(needed, cl);
	need_all(s, cl->predicate, needed);
	need_all(s, cl->body, needed);
}

/** Records that `by` needs all clauses that the expression needs. */
static void needed_by(struct dt_sema *s, const struct dt_provider_decl *provider,
		      struct dt_choice *choice, const struct dt_node *n, uint64_t by)
{
	struct dt_needed *entry = choice->needed;
	clauses needed = {0};

	need_one(s, n, &needed);
	for (struct dt_clause *cl = provider->clauses; cl; cl = cl->next, entry++)
		if (contains_clause(&needed, cl))
			entry->by |= by;
	dt_vec_deinit(&needed);
}

/** Finds the clauses that the choice needs, in source order, so that variables get their types as
 * in a program. */
static void find_needed(struct dt_sema *s, const struct dt_provider_decl *provider,
			struct dt_choice *choice)
{
	struct dt_needed *entry;

	for (struct dt_clause *cl = provider->clauses; cl; cl = cl->next)
		choice->n_needed++;
	choice->needed = dt_arena_array(s->c->arena, struct dt_needed, choice->n_needed + 1);
	entry = choice->needed;
	for (struct dt_clause *cl = provider->clauses; cl; cl = cl->next)
		entry++->clause = cl;
	for (struct dt_clause *o = choice->origins; o; o = o->next) {
		uint64_t arg = 0;

		if (o->predicate)
			needed_by(s, provider, choice, o->predicate, DT_ARG_NONE);
		for (const struct dt_node *n = o->body; n; n = n->next)
			needed_by(s, provider, choice, n, dt_arg_bit(arg++));
	}
}

// ---- trying

/** Converts the native arguments to their declared types. An argument that does not fit is poison.
 */
static void check_arguments(struct dt_sema *s, struct dt_clause *origin)
{
	struct dt_node **arg = &origin->body;

	for (size_t i = 0; *arg; i++, arg = &(*arg)->next) {
		const struct dt_type *type = origin->feeds->args[i];
		struct dt_node *next = (*arg)->next, *n = dt_sema_expr(s, *arg), *fit;

		fit = dt_sema_assign_convert(s, n, type);
		if (!fit)
			fit = dt_sema_poison(s, n, D_PROV_ORIGIN,
					     "argument #%zu of probe %s is of type \"%s\", not "
					     "\"%s\"",
					     i + 1, origin->feeds->name, dt_sema_spell(s, type),
					     dt_sema_spell(s, n->type));
		*arg = dt_sema_is_poison(fit) ? fit : dt_sema_as(s, fit, type);
		(*arg)->next = next;
	}
}

static bool is_thread(const struct dt_node *n)
{
	const struct dt_type *to = dt_type_resolve(n->type);

	if (to->kind == DT_TYPE_POINTER)
		to = dt_type_resolve(to->ref);
	return n->kind == DT_NODE_INDEX && n->lhs->kind == DT_NODE_VAR &&
	       dt_node_has_role(n->lhs, DT_ROLE_ARGS) && to->kind == DT_TYPE_STRUCT && to->name &&
	       !strcmp(to->name, "task_struct");
}

/** Checks that kernel and type data define the argument as a thread, so that programs can rely on
 * it. */
static void check_thread(struct dt_sema *s, struct dt_clause *origin)
{
	struct dt_node *n = dt_sema_expr(s, origin->thread);

	if (!dt_sema_is_poison(n) && !(is_thread(n) && origin->args->may_be_thread))
		n = dt_sema_poison(s, n, D_PROV_ORIGIN,
				   "curthread can only be an args[ ] of a tracepoint that is a "
				   "struct task_struct *");
	origin->thread = n;
}

static void check_origin_clause(struct dt_sema *s, struct dt_clause *origin, void *arg)
{
	dt_sema_match(s, origin);
	if (origin->predicate)
		dt_sema_predicate(s, origin);
	if (origin->thread)
		check_thread(s, origin);
	check_arguments(s, origin);
}

static const char *try_once(struct dt_sema *s, struct dt_clause *cl, dt_sema_clause_fn *check)
{
	if (!cl->is_checked) {
		cl->is_checked = true;
		dt_sema_try(s, cl, check, &cl->why_not);
	}
	return cl->why_not;
}

/** Reports whether an origin of the library names a system call that this processor does not have.
 */
static bool is_foreign_call(const struct dt_clause *origin)
{
	const struct dt_probe_desc *desc = origin->descs;

	return origin->is_wrong && origin->loc.source->is_library &&
	       !strcmp(desc->provider, "syscall") && !strpbrk(desc->function, "*?[");
}

/** Returns NULL, or the reason why this kernel does not support the origins. If it supports some,
 *  removes the calls of other processors. */
static const char *try_origins(struct dt_sema *s, struct dt_choice *choice)
{
	const char *why = NULL, *foreign = NULL;
	unsigned n = 0;

	for (struct dt_clause *o = choice->origins; o && !why; o = o->next) {
		const char *lacks = try_once(s, o, check_origin_clause);

		if (lacks && is_foreign_call(o))
			foreign = lacks;
		else
			n++, why = lacks;
	}
	if (why || !n)
		return why ? why : foreign;
	for (struct dt_clause **o = &choice->origins; *o;)
		if (is_foreign_call(*o))
			*o = (*o)->next;
		else
			o = &(*o)->next;
	return NULL;
}

/** Returns NULL, or the reason why this kernel does not support the choice. */
static const char *try_choice(struct dt_sema *s, struct dt_choice *choice)
{
	const char *why = NULL;

	for (size_t i = 0; i < choice->n_needed && !why; i++)
		if (choice->needed[i].by)
			why = try_once(s, choice->needed[i].clause, dt_sema_clause);
	return why ? why : try_origins(s, choice);
}

const struct dt_choice *dt_probe_choose(struct dt_compile *c, struct dt_provider_probe *p)
{
	struct dt_sema *s = dt_sema_of(c);

	dt_sema_providers(s);
	if (p->is_chosen)
		return p->choice;
	p->is_chosen = true;
	for (struct dt_choice *choice = p->choices; choice; choice = choice->next) {
		const char *why;

		find_needed(s, p->provider, choice);
		why = try_choice(s, choice);
		if (!why) {
			p->choice = choice;
			return choice;
		}
		if (!p->why_not)
			p->why_not = why;
		else if (!strstr(p->why_not, why))
			p->why_not = dt_arena_printf(c->arena, "%s; %s", p->why_not, why);
	}
	p->why_not = p->reason ? p->reason : p->why_not;
	return NULL;
}

// ---- using

static void use_clause(struct dt_program *p, struct dt_clause *cl)
{
	struct dt_clause **tail = &p->used;

	if (cl->is_used)
		return;
	while (*tail)
		tail = &(*tail)->next_used;
	*tail = cl;
	cl->is_used = true;
	cl->index = p->n_clauses++;
}

void dt_probe_need(struct dt_compile *c, const struct dt_provider_probe *p, uint64_t args)
{
	const struct dt_choice *choice = p->choice;

	for (size_t i = 0; i < choice->n_needed; i++)
		if (choice->needed[i].by & (args | DT_ARG_NONE))
			use_clause(&c->program, choice->needed[i].clause);
	for (struct dt_clause *o = choice->origins; o; o = o->next)
		use_clause(&c->program, o);
}

const struct dt_clause *dt_clause_next(const struct dt_program *p, const struct dt_clause *cl)
{
	if (!cl)
		return p->clauses ? p->clauses : p->used;
	if (cl->role != DT_CLAUSE_PROGRAM)
		return cl->next_used;
	return cl->next ? cl->next : p->used;
}

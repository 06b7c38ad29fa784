/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * -x compat=classic: replaces descriptions of system calls that Linux programs do not use (any
 * more). Each becomes a list of descriptions of the calls that do the same work: a family
 * (dialect/classic.h).
 *
 * The clause is copied for each call, before descriptions are split. In a copy for an entry probe,
 * argN and args[N] are the arguments of the old call. A copy may have a condition, because
 * newfstatat() does the work of stat() or of lstat(). The condition uses the arguments of the new
 * call, at entry and at return.
 *
 * A pattern stands for each family with a name that it matches. For example, `open*` stands for
 * open(), so arg0 of openat() is the path. If several of these families share a call, it fires
 * once, for the first family. All other calls that the pattern matches keep their own arguments.
 *
 * "*" and "" stand for no family, with one exception. Scripts save arguments at syscall:::entry and
 * use them at syscall::open:return. Therefore syscall:::entry stands for the families that the
 * program names at return, without the calls that the program names themselves.
 */
#include "dialect/classic.h"
#include "lang/sema/internal.h"
#include "types/convention.h"

#include <string.h>

/** Reports whether the field, as written, matches the name. Patterns other than "*" match nothing.
 */
static bool passes_name(const char *field, const char *name)
{
	return !field || !*field || !strcmp(field, "*") || !strcmp(field, name);
}

/** Returns the description's pattern of system calls, or NULL if it has no probes of system calls.
 */
static const char *old_names(const struct dt_probe_desc *d)
{
	if (!d->provider || strcmp(d->provider, "syscall") != 0 || !d->function ||
	    (!passes_name(d->name, "entry") && !passes_name(d->name, "return")))
		return NULL;
	return d->function;
}

static void list_calls(const struct dt_classic_family *family, const char *pattern,
		       struct dt_str *ret)
{
	for (const struct dt_classic_call *call = family->calls; call->name; call++) {
		if (dt_glob_match(pattern, call->name))
			continue;
		dt_str_append(ret, ret->len ? ", " : "");
		dt_str_append(ret, call->name);
	}
}

bool dt_desc_classic(const struct dt_probe_desc *d, struct dt_str *ret)
{
	const char *pattern = old_names(d);

	if (pattern)
		for (const struct dt_classic_family *f = NULL; (f = dt_classic_next(f, pattern));)
			list_calls(f, pattern, ret);
	return ret->len;
}

/** Returns the map from an argument of the old call to its number in the new call, or -1. */
static const signed char *argument_map(struct dt_sema *s, const char *args)
{
	signed char *map = dt_arena_array(s->c->arena, signed char, DT_MAX_RAW_ARGS);

	for (size_t i = 0; i < DT_MAX_RAW_ARGS; i++) {
		map[i] = *args && *args != '.' ? (signed char)(*args - '0') : -1;
		args += *args != '\0';
	}
	return map;
}

/** Returns the map from argN in a condition to a raw argument of the new call. NULL: argN is raw
 *  argument N. */
static const signed char *condition_map(struct dt_sema *s, const struct dt_probe_desc *d)
{
	signed char *map;

	if (!strcmp(d->name, "entry"))
		return NULL;
	map = dt_arena_array(s->c->arena, signed char, DT_MAX_RAW_ARGS);
	for (size_t i = 0; i < DT_MAX_RAW_ARGS; i++)
		map[i] = (signed char)(DT_RAW_OF_CALL + i);
	return map;
}

static struct dt_node *parse_condition(struct dt_sema *s, const char *text)
{
	struct dt_source *src = dt_arena_new(s->c->arena, struct dt_source);

	*src = (struct dt_source){.name = "compat=classic",
				  .text = text,
				  .len = strlen(text),
				  .is_file = true,
				  .is_library = true};
	return dt_parse_text(s->c, src);
}

/** Reports whether both have the same argument maps. Descriptions at return have none. */
static bool same_arguments(const struct dt_probe_desc *a, const struct dt_probe_desc *b)
{
	return !a->arg_map || !memcmp(a->arg_map, b->arg_map, DT_MAX_RAW_ARGS);
}

/** Returns the clause's description of the same probe that reads the same arguments, or one that
 *  either description may replace because it has no condition. NULL: there is none. */
static struct dt_probe_desc *same_call(struct dt_clause *cl, const struct dt_probe_desc *desc)
{
	for (size_t i = 0; i < cl->n_descs; i++) {
		struct dt_probe_desc *d = &cl->descs[i];

		if (!d->is_of_family || d->function != desc->function || d->name != desc->name ||
		    !passes_name(d->module, desc->module ? desc->module : ""))
			continue;
		if (!d->when || !desc->when || same_arguments(d, desc))
			return d;
	}
	return NULL;
}

/** Excludes the conditions of earlier descriptions, from index `from` on, of the same call, so that
 *  a call which a pattern names several times fires once. Returns false if no case remains. */
static bool leave_out_earlier(struct dt_sema *s, const struct dt_clause *cl, size_t from,
			      struct dt_probe_desc *d)
{
	for (size_t i = from; i < cl->n_descs; i++) {
		const struct dt_probe_desc *e = &cl->descs[i];

		if (e->function != d->function || e->name != d->name)
			continue;
		if (!e->when)
			return false;
		d->when =
		    dt_arena_printf(s->c->arena, "(%s) && !(%s)", d->when ? d->when : "1", e->when);
	}
	return true;
}

/** Adds the call's description, at entry or at return, unless the clause has it already: names that
 *  old systems distinguish, such as open64 and open, may be one call on Linux. `from` is the index
 *  of the first description that was made from the same pattern. */
static void add_description(struct dt_sema *s, struct dt_clause *cl,
			    const struct dt_probe_desc *desc, size_t from,
			    const struct dt_classic_call *call, bool at_entry)
{
	struct dt_probe_desc d = *desc, *same;

	d.function = dt_intern(s->c->names, call->name);
	d.name = dt_intern(s->c->names, at_entry ? "entry" : "return");
	d.is_of_family = true;
	d.arg_map = at_entry ? argument_map(s, call->args) : NULL;
	d.when = call->when;
	if (!leave_out_earlier(s, cl, from, &d))
		return;
	same = same_call(cl, &d);
	if (!same)
		cl->descs[cl->n_descs++] = d;
	else if (same->when && !d.when)
		*same = d;
	else if (same->when && strcmp(same->when, d.when) != 0)
		same->when = dt_arena_printf(s->c->arena, "(%s) || (%s)", same->when, d.when);
}

/** The descriptions of the program. */
struct descriptions {
	struct dt_sema *s;
	const struct dt_probe_desc *descs; // as written
	size_t n;
};

/** Reports whether a description names the call, and not by a pattern. */
static bool is_named(const struct descriptions *a, const char *call)
{
	for (size_t i = 0; i < a->n; i++) {
		const char *name = old_names(&a->descs[i]);

		if (name && !strcmp(name, call))
			return true;
	}
	return false;
}

/** Reports whether a description names the family at return. */
static bool is_at_return(const struct descriptions *a, const struct dt_classic_family *family)
{
	for (size_t i = 0; i < a->n; i++) {
		const struct dt_probe_desc *d = &a->descs[i];
		const char *names = old_names(d);

		if (!names || !d->name || strcmp(d->name, "return") != 0)
			continue;
		for (const struct dt_classic_family *f = NULL; (f = dt_classic_next(f, names));)
			if (f == family)
				return true;
	}
	return false;
}

/** Reports whether the description is syscall:::entry. */
static bool is_any_entry(const struct dt_probe_desc *d)
{
	const char *names = old_names(d);

	return names && (!*names || !strcmp(names, "*")) && d->name && !strcmp(d->name, "entry");
}

/** Returns the family behind `f` that the description names, or NULL. */
static const struct dt_classic_family *next_family(const struct descriptions *a,
						   const struct dt_probe_desc *d,
						   const struct dt_classic_family *f)
{
	static const char any[] = "?*";

	if (!is_any_entry(d))
		return old_names(d) ? dt_classic_next(f, old_names(d)) : NULL;
	while ((f = dt_classic_next(f, any)) && !is_at_return(a, f))
		;
	return f;
}

/** Reports whether the call has the arguments of the family in the same places. */
static bool has_same_places(const struct dt_classic_call *call)
{
	return !strncmp("0123456789", call->args, strlen(call->args));
}

static void add_family(const struct descriptions *a, struct dt_clause *cl,
		       const struct dt_probe_desc *desc, size_t from,
		       const struct dt_classic_family *family)
{
	bool is_any = is_any_entry(desc);

	for (const struct dt_classic_call *call = family->calls; call->name; call++) {
		if (is_any && (has_same_places(call) || is_named(a, call->name)))
			continue;
		if (passes_name(desc->name, "entry"))
			add_description(a->s, cl, desc, from, call, true);
		if (passes_name(desc->name, "return"))
			add_description(a->s, cl, desc, from, call, false);
	}
}

/** Adds a description for each call of syscall:::entry that has descriptions with conditions. It
 *  fires if none of these conditions holds. */
static void add_otherwise(struct dt_sema *s, struct dt_clause *cl, const struct dt_probe_desc *desc,
			  size_t from)
{
	size_t n = cl->n_descs;

	for (size_t i = from; i < n; i++) {
		struct dt_probe_desc d = *desc;

		d.function = cl->descs[i].function;
		d.is_of_family = true;
		if (leave_out_earlier(s, cl, from, &d))
			cl->descs[cl->n_descs++] = d;
	}
}

/** Returns the calls that the rest of the description must omit, up to NULL. */
static const char *const *list_exceptions(const struct descriptions *a,
					  const struct dt_probe_desc *desc,
					  const struct dt_clause *cl, size_t from)
{
	size_t n = 0, most = cl->n_descs - from + 1;
	bool is_any = is_any_entry(desc);
	const char **ret;

	for (const struct dt_classic_family *f = NULL; (f = next_family(a, desc, f));)
		most += DT_CLASSIC_CALLS;
	ret = dt_arena_array(a->s->c->arena, const char *, most);
	for (size_t i = from; is_any && i < cl->n_descs; i++)
		ret[n++] = cl->descs[i].function;
	for (const struct dt_classic_family *f = NULL; !is_any && (f = next_family(a, desc, f));)
		for (const struct dt_classic_call *call = f->calls; call->name; call++)
			ret[n++] = call->name;
	ret[n] = NULL;
	return ret;
}

static void add_families(const struct descriptions *a, struct dt_clause *cl,
			 const struct dt_probe_desc *desc)
{
	size_t from = cl->n_descs;
	bool is_old = false; // the description stands for a family
	struct dt_probe_desc rest = *desc;

	for (const struct dt_classic_family *f = NULL; (f = next_family(a, desc, f));) {
		add_family(a, cl, desc, from, f);
		is_old = true;
	}
	if (is_old && is_any_entry(desc))
		add_otherwise(a->s, cl, desc, from);
	if (is_old && !is_any_entry(desc) && !dt_glob_is(desc->function))
		return;
	if (is_old) {
		rest.is_of_family = true;
		rest.except = list_exceptions(a, desc, cl, from);
	}
	cl->descs[cl->n_descs++] = rest;
}

/** Returns the maximum number of descriptions that replace this one. */
static size_t count_made(const struct descriptions *a, const struct dt_probe_desc *desc)
{
	size_t n = 1;

	for (const struct dt_classic_family *f = NULL; (f = next_family(a, desc, f));)
		n += 2 * DT_CLASSIC_CALLS;
	return n;
}

/** Lists the descriptions of all clauses. */
static struct descriptions list_descriptions(struct dt_sema *s)
{
	struct dt_probe_desc *descs;
	size_t n = 0;

	for (struct dt_clause *cl = s->c->program.clauses; cl; cl = cl->next)
		n += cl->n_descs;
	descs = dt_arena_array(s->c->arena, struct dt_probe_desc, n + 1);
	n = 0;
	for (struct dt_clause *cl = s->c->program.clauses; cl; cl = cl->next)
		for (size_t i = 0; i < cl->n_descs; i++)
			descs[n++] = cl->descs[i];
	return (struct descriptions){s, descs, n};
}

void dt_sema_families(struct dt_sema *s)
{
	struct descriptions all;

	if (!(s->c->flags & DT_CF_CLASSIC))
		return;
	all = list_descriptions(s);
	for (struct dt_clause *cl = s->c->program.clauses; cl; cl = cl->next) {
		const struct dt_probe_desc *old = cl->descs;
		size_t n = cl->n_descs, n_made = 1;

		for (size_t i = 0; i < n; i++)
			n_made += count_made(&all, &old[i]);
		cl->descs = dt_arena_array(s->c->arena, struct dt_probe_desc, n_made);
		cl->n_descs = 0;
		for (size_t i = 0; i < n; i++)
			add_families(&all, cl, &old[i]);
	}
}

void dt_sema_condition_of_family(struct dt_sema *s, struct dt_clause *cl)
{
	const signed char *map = cl->descs->arg_map;
	struct dt_node *when, *both;

	if (!cl->n_descs || !cl->descs->when)
		return;
	cl->descs->arg_map = condition_map(s, cl->descs);
	when = dt_sema_expr(s, parse_condition(s, cl->descs->when));
	cl->descs->arg_map = map;
	if (cl->predicate && !dt_sema_is_poison(cl->predicate)) {
		both = dt_sema_node(s, DT_NODE_BINARY, cl->predicate->loc);
		both->op = DT_OP_LAND;
		both->lhs = when;
		both->rhs = cl->predicate;
		both->type = dt_sema_basic(s, DT_INT);
		when = both;
	}
	cl->predicate = when;
}

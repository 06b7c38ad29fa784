/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Probes as data: those that the checked texts match, or all; their arguments and stability.
 *
 * A visit first collects the probes and then calls the visitor, which may therefore call any
 * function that reads. Details cost more than names, so each has its own function.
 */
#include "session/compile/compile.h"
#include "session/compile/stability.h"
#include "session/process/process.h"

#include <string.h>

typedef dt_vec(struct dt_probe *) probe_list;

static void add_to_list(void *self, struct dt_probe *p)
{
	probe_list *list = self;

	if (!p->is_retained)
		dt_vec_push(list, p);
}

/** Adds the entries of -l for the probe. */
static void add_shown(struct dtrace *d, probe_list *list, struct dt_probe *p)
{
	struct dt_probe_sink sink = {list, add_to_list};

	if (p->provider->list)
		p->provider->list(&d->registry, p, &sink);
	else
		dt_vec_push(list, p);
}

static int compare_ids(const void *a, const void *b)
{
	struct dt_probe *const *x = a, *const *y = b;

	return (*x)->id < (*y)->id ? -1 : (*x)->id > (*y)->id;
}

static void sort_unique(probe_list *list)
{
	size_t n = 0;

	if (list->len)
		qsort(list->data, list->len, sizeof(*list->data), compare_ids);
	for (size_t i = 0; i < list->len; i++)
		if (!n || list->data[n - 1] != list->data[i])
			list->data[n++] = list->data[i];
	list->len = n;
}

static struct dt_error *collect_probes(struct dtrace *d, probe_list *list)
{
	struct dt_probe_sink sink = {list, add_to_list};
	struct dt_probe_query all = {.provider = "*"}; // an all-empty query would skip BEGIN

	if (!d->script->texts.len) {
		DT_TRY(dt_session_targets_load(d));
		return dt_registry_match(&d->registry, &all, &sink);
	}
	for (const struct dt_clause *c = d->compile->program.clauses; c; c = c->next) {
		const struct dt_match *m = c->matched;

		if (!m)
			continue;
		dt_vec_foreach (&m->probes, p)
			if (!(*p)->is_retained)
				add_shown(d, list, *p);
	}
	return NULL;
}

static void describe_probe(const struct dt_probe *p, struct dtrace_probe *ret)
{
	*ret = (struct dtrace_probe){sizeof(*ret), p->id, p->prov, p->mod, p->func, p->name};
}

struct dt_error *dtrace_each_probe(struct dtrace *d,
				   void (*fn)(void *arg, const struct dtrace_probe *p), void *arg)
{
	DT_TRY(dt_session_enter(d, fn));
	DT_SESSION_CALL(d);
	DT_TRY(dtrace_check(d));
	probe_list list = {0};
	struct dt_error *err = collect_probes(d, &list);

	sort_unique(&list);
	d->output.n_calls++;
	for (size_t i = 0; i < list.len && !err; i++) {
		struct dtrace_probe p;

		describe_probe(list.data[i], &p);
		fn(arg, &p);
	}
	d->output.n_calls--;
	dt_vec_deinit(&list);
	return err;
}

bool dtrace_probe(struct dtrace *d, uint32_t id, struct dtrace_probe *ret)
{
	const struct dt_probe *p = d && ret ? dt_registry_by_id(&d->registry, id) : NULL;
	struct dtrace_probe probe;

	if (!p)
		return false;
	describe_probe(p, &probe);
	dt_api_copy(ret, &probe, sizeof(probe));
	return true;
}

// ---- details

static struct dtrace_stability stability_of_part(struct dtrace *d, const struct dt_probe *p,
						 enum dt_attribute_part part)
{
	return dt_stability_words(dt_stability_of_part(d, p, part));
}

/** Returns the probe with this id, with the types of args[], or NULL if there is none. Writes the
 * reason if it has no types, else NULL. */
static struct dt_probe *find_typed_probe(struct dtrace *d, uint32_t id, const char **untyped)
{
	struct dt_probe *p = dt_registry_by_id(&d->registry, id);

	*untyped = p && p->provider->types ? p->provider->types(&d->registry, p) : NULL;
	return p;
}

bool dtrace_probe_info(struct dtrace *d, uint32_t id, struct dtrace_probe_info *ret)
{
	if (!d || !ret)
		return false;
	DT_SESSION_CALL(d);
	const char *untyped;
	struct dt_probe *p = find_typed_probe(d, id, &untyped);

	if (!p)
		return false;
	const struct dtrace_probe_info info = {
	    .size = sizeof(info),
	    .mechanism = p->mechanism ? p->mechanism : p->provider->mechanism,
	    .n_args = p->n_args,
	    .untyped = untyped,
	    .weakest = dt_stability_words(dt_stability_of_probe(d, p)),
	    .provider = stability_of_part(d, p, DT_ATTR_PROVIDER),
	    .module = stability_of_part(d, p, DT_ATTR_MODULE),
	    .function = stability_of_part(d, p, DT_ATTR_FUNCTION),
	    .name = stability_of_part(d, p, DT_ATTR_NAME),
	    .args = stability_of_part(d, p, DT_ATTR_ARGS),
	};
	dt_api_copy(ret, &info, sizeof(info));
	return true;
}

/** Returns the type's name, which lives as long as the session, or NULL. */
static const char *name_of_type(struct dtrace *d, const struct dt_type *t)
{
	dt_cleanup(dt_str_deinit) struct dt_str text = {0};

	if (!t)
		return NULL;
	dt_type_print(&text, t);
	return dt_intern(d->registry.names, dt_str_text(&text));
}

bool dtrace_probe_argument(struct dtrace *d, uint32_t id, size_t i, struct dtrace_argument *ret)
{
	if (!d || !ret)
		return false;
	DT_SESSION_CALL(d);
	const char *untyped;
	struct dt_probe *p = find_typed_probe(d, id, &untyped);

	if (!p || i >= p->n_args)
		return false;
	if (p->provider->names && !p->arg_names)
		p->provider->names(&d->registry, p);
	const struct dtrace_argument argument = {
	    .size = sizeof(argument),
	    .type = name_of_type(d, p->arg_types[i]),
	    .native = name_of_type(d, p->arg_native ? p->arg_native[i] : p->arg_types[i]),
	    .number = p->arg_map ? p->arg_map[i] : (unsigned)i,
	    .name = p->arg_names ? p->arg_names[i] : NULL,
	    .why = !p->arg_types[i] && p->arg_why ? p->arg_why[i] : NULL,
	};
	dt_api_copy(ret, &argument, sizeof(argument));
	return true;
}

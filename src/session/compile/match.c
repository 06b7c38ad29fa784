/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Finds the probes that match a description, and their arguments, for the front end. The providers
 * do the work. A description with $target is matched once for each target.
 */
#include "session/compile/compile.h"
#include "session/process/process.h"

#include "ebpf/ebpf.h"
#include "provider/process/name.h"
#include "provider/process/scope.h"
#include "provider/usdt/usdt.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static void add_to_match(void *self, struct dt_probe *p)
{
	struct dt_match *m = self;

	for (const char *const *f = m->desc ? m->desc->except : NULL; f && *f; f++)
		if (!strcmp(*f, p->func))
			return;
	dt_vec_push(&m->probes, p);
	m->n_retained += p->is_retained;
	m->n_of_modules += p->is_retained && p->provider->note_module;
}

static int compare_probes(const void *a, const void *b)
{
	const struct dt_probe *const *x = a, *const *y = b;

	return (*x)->id < (*y)->id ? -1 : (*x)->id > (*y)->id;
}

static bool same_type(const struct dt_type *a, const struct dt_type *b)
{
	return a && b ? dt_type_equal(a, b) : a == b;
}

/** Reports whether both probes have argument i with the same type for clauses and the same native
 * argument. */
static bool same_arg(const struct dt_probe *a, const struct dt_probe *b, size_t i)
{
	if (i >= a->n_args || i >= b->n_args || !a->arg_map != !b->arg_map ||
	    !same_type(a->arg_types[i], b->arg_types[i]))
		return false;
	return !a->arg_map ||
	       (a->arg_map[i] == b->arg_map[i] && same_type(a->arg_native[i], b->arg_native[i]));
}

static bool same_args(const struct dt_probe *a, const struct dt_probe *b)
{
	size_t i = 0;

	while (i < a->n_args && same_arg(a, b, i))
		i++;
	return i == a->n_args && i == b->n_args && !a->arg_map == !b->arg_map;
}

bool dt_session_same_args(const struct dt_match *a, const struct dt_match *b)
{
	const struct dt_probe *first = a && a->probes.len ? a->probes.data[0] : NULL;

	if (!first || !b)
		return false;
	dt_vec_foreach (&b->probes, p)
		if ((*p)->is_retained || !same_args(first, *p))
			return false;
	return !first->is_retained;
}

/** State of a search for the common args[] of the probes of a match. */
struct args_search {
	struct dtrace *d;
	const struct dt_probe *first;
	const struct dt_type **types; // args->types
	struct dt_probe_args *args;   // NULL: no arguments
	bool mixed;		      // the probes have arguments, but none in common
};

static void begin_args(struct args_search *s, const struct dt_probe *p)
{
	struct dt_arena *arena = s->d->compile->arena;

	s->first = p;
	if (!p->n_args)
		return;
	s->types = dt_arena_array(arena, const struct dt_type *, p->n_args);
	memcpy(s->types, p->arg_types, p->n_args * sizeof(*s->types));
	s->args = dt_arena_new(arena, struct dt_probe_args);
	*s->args = (struct dt_probe_args){.types = s->types,
					  .n = p->n_args,
					  .native = p->arg_native,
					  .map = p->arg_map,
					  .why = p->arg_why,
					  .may_be_thread = true};
}

/** Keeps only the arguments that p has as well. */
static void narrow_args(struct args_search *s, const struct dt_probe *p)
{
	bool some = false;

	for (size_t i = 0; s->args && i < s->args->n; i++) {
		if (!same_arg(s->first, p, i))
			s->types[i] = NULL;
		some |= s->types[i] != NULL;
	}
	s->mixed = s->first->n_args && !some;
	if (some)
		s->args->differ = true;
}

/** Adds a probe. Returns false if the probes have no argument in common, which ends the search. */
static bool add_args(struct args_search *s, const struct dt_probe *p)
{
	if (!s->first)
		begin_args(s, p);
	else if (!same_args(s->first, p))
		narrow_args(s, p);
	if (s->args)
		s->args->may_be_thread &= p->context && p->context->typed;
	return !s->mixed;
}

static void find_args(struct dtrace *d, const struct dt_match *m, const struct dt_probe_args **args,
		      bool *mixed)
{
	struct args_search s = {.d = d};

	dt_vec_foreach (&m->probes, p)
		if (!(*p)->is_retained && !add_args(&s, *p))
			break;
	*args = s.mixed ? NULL : s.args;
	*mixed = s.mixed;
}

/** Finds the arguments of probes whose provider looks for types on demand. Skips placeholders: the
 * arguments of later probes are unknown. */
static void late_args(void *self, void *handle, const struct dt_probe_args **args, bool *mixed)
{
	struct dtrace *d = self;
	struct dt_match *m = handle;
	struct args_search s = {.d = d};

	dt_vec_foreach (&m->probes, p) {
		const char *why;

		if ((*p)->is_retained)
			continue;
		why = (*p)->provider->types ? (*p)->provider->types(&d->registry, *p) : NULL;
		if (why) {
			struct dt_probe_args *none =
			    dt_arena_new(d->compile->arena, struct dt_probe_args);

			none->why_none = why;
			*args = none;
			return;
		}
		if (!add_args(&s, *p))
			break;
	}
	*args = s.mixed ? NULL : s.args;
	*mixed = s.mixed;
}

/** Returns the reason why argument n is not the function's argument or result of that number. Asks
 * only the first probes, because asking many would take longer than compiling. */
static const char *misses(void *self, void *handle, unsigned n)
{
	enum { LOOKED_AT = 8 };
	struct dtrace *d = self;
	struct dt_match *m = handle;
	const char *why = NULL;

	for (size_t i = 0; i < m->probes.len && i < LOOKED_AT && !why; i++) {
		const struct dt_probe *p = m->probes.data[i];

		if (!p->is_retained && p->provider->misses)
			why = p->provider->misses(&d->registry, p, n);
	}
	return why;
}

static const char *arg_name(void *self, void *handle, unsigned n)
{
	struct dtrace *d = self;
	struct dt_match *m = handle;
	struct dt_probe *p = m->probes.len ? m->probes.data[0] : NULL;

	dt_vec_foreach (&m->probes, other)
		if ((*other)->is_retained || strcmp((*other)->func, p->func) != 0 ||
		    strcmp((*other)->name, p->name) != 0)
			return NULL;
	if (!p)
		return NULL;
	if (p->provider->types)
		p->provider->types(&d->registry, p);
	if (p->provider->names && !p->arg_names)
		p->provider->names(&d->registry, p);
	return p->arg_names && n < p->n_args ? p->arg_names[n] : NULL;
}

/** Reports whether the error is that the process has mapped no such file or function. */
static bool is_of_files(const struct dt_error *err)
{
	return err->code == DT_ERR_PROC_MODULE || err->code == DT_ERR_PROC_FUNCTION;
}

/** Reports whether -Z permits the error: the process may map the file later. */
static bool may_come(const struct dtrace *d, const struct dt_error *err)
{
	return err && d->options.v[DT_OPT_zdefs] && is_of_files(err);
}

/** Adds a hint if the target is a script: the target is its interpreter, not the programs that it
 * starts. */
static struct dt_error *explain_script(struct dtrace *d, struct dt_error *err)
{
	const char *hint = dt_session_hint_script(d);

	if (!err || !hint || !is_of_files(err))
		return err;
	struct dt_error *both = dt_error_new(err->code, "%s (%s)", err->message, hint);
	dt_error_destroy(err);
	return both;
}

/** Matches a query in all targets, because pid$target means each target. Fails with the first error
 * if no target has a match. */
static struct dt_error *match_targets(struct dtrace *d, struct dt_probe_query query,
				      const struct dt_probe_sink *sink)
{
	const char *provider = query.provider;
	pid_t target = dt_session_target(d);
	struct dt_error *first = NULL;
	bool found = false;

	// Maps the libraries of a command, so that their functions can be matched.
	DT_TRY(dt_session_targets_load(d));
	if (!target || !dt_process_rename(d->compile->names, provider, target, target))
		return dt_registry_match(&d->registry, &query, sink);
	dt_vec_foreach (&d->targets->list, t) {
		query.provider = dt_process_rename(d->compile->names, provider, target, t->pid);
		struct dt_error *err = dt_registry_match(&d->registry, &query, sink);

		found = found || !err;
		if (first)
			dt_error_destroy(err);
		else
			first = err;
	}
	if (found)
		dt_error_destroy(first);
	return found ? NULL : explain_script(d, first);
}

/** Reports whether the probe has a site in the process alone. */
static bool is_of(const struct dt_probe *p, pid_t pid)
{
	return pid && p->n_sites && p->sites->pid == pid;
}

static bool has_any_of(const struct dt_match *m, pid_t pid)
{
	dt_vec_foreach (&m->probes, p)
		if (is_of(*p, pid))
			return true;
	return false;
}

/** Leaves out what only the kernel serves, if it may not be asked, and the target serves the rest.
 */
static void keep_served(struct dtrace *d, struct dt_match *m)
{
	pid_t inside = dt_session_target_inside(d);
	size_t n = 0;

	if (dt_bpf_may_trace() || !has_any_of(m, inside))
		return;
	dt_vec_foreach (&m->probes, p) {
		struct dt_probe *one = *p;

		if (is_of(one, inside) || (one->context && one->context->in_tracer) ||
		    one->provider->flags & DT_PF_CONSUMER)
			m->probes.data[n++] = one;
		else
			dt_vec_push(&d->registry.skips,
				    ((struct dt_skip){.prov = one->prov,
						      .mod = one->mod,
						      .func = one->func,
						      .name = one->name,
						      .why = "only the kernel has it, for root"}));
	}
	m->probes.len = n;
}

/** Matches a description whose provider is empty or *. Of programs it means the targets alone. A
 * command runs until its libraries are mapped if nothing else matches, or if it is to run programs
 * itself. Root's probes of the kernel see it from its first instruction. */
static struct dt_error *match_any(struct dtrace *d, const struct dt_probe_query *query,
				  const struct dt_probe_sink *sink)
{
	struct dt_match *m = sink->self;

	DT_TRY(dt_registry_match(&d->registry, query, sink));
	if (!m->probes.len || has_any_of(m, dt_session_target_inside(d))) {
		DT_TRY(dt_session_targets_load(d));
		dt_vec_foreach (&d->targets->list, t)
			dt_usdt_forget(&d->registry, t->pid); // it has mapped more files
		m->probes.len = m->n_retained = m->n_of_modules = 0;
		DT_TRY(dt_registry_match(&d->registry, query, sink));
	}
	keep_served(d, m);
	return NULL;
}

static struct dt_error *match_query(struct dtrace *d, const struct dt_probe_query *query,
				    const struct dt_probe_sink *sink)
{
	if (dt_provider_is_of_process(&d->registry, query->provider))
		return match_targets(d, *query, sink);
	if (dt_process_owner(query->provider) == DT_OWNER_NONE)
		return match_any(d, query, sink);
	return dt_registry_match(&d->registry, query, sink);
}

/** Reports whether a probe of the provider may appear while tracing. The names of providers that
 *  processes publish end in a pid; a declared provider may have a digit there, too (nfsv3). */
static bool may_appear(struct dtrace *d, const char *provider)
{
	size_t len = provider ? strlen(provider) : 0;

	if (!len || strpbrk(provider, "*?["))
		return true;
	return isdigit((unsigned char)provider[len - 1]) &&
	       dt_provider_is_of_process(&d->registry, provider);
}

/** Reports whether a kernel module loaded later may have matching probes. */
static bool awaits_module(const struct dt_match *m)
{
	dt_vec_foreach (&m->probes, p)
		if ((*p)->is_retained && (*p)->provider->note_module)
			return true;
	return false;
}

/** Returns the arguments of a description without a match, as -Z permits. */
static const struct dt_probe_args *args_of_none(struct dtrace *d, const struct dt_probe_desc *desc,
						const struct dt_match *m)
{
	struct dt_probe_args *a = dt_arena_new(d->compile->arena, struct dt_probe_args);

	a->is_never = !desc->id && !may_appear(d, desc->provider) && !awaits_module(m);
	a->why_none = dt_arena_printf(d->compile->arena, "no probe matches %s%s",
				      desc->text ? desc->text : "it", a->is_never ? "" : " yet");
	return a;
}

static struct dt_error *match_probes(void *self, struct dt_universe *types,
				     const struct dt_probe_desc *desc, size_t *n,
				     const struct dt_probe_args **args, bool *args_mixed,
				     void **handle)
{
	struct dtrace *d = self;
	struct dt_match *m = dt_arena_new(d->compile->arena, struct dt_match);
	struct dt_probe_sink sink = {m, add_to_match};
	struct dt_probe_query query = {desc->provider, desc->module, desc->function, desc->name};
	struct dt_probe *by_id;

	dt_process_scope(&d->registry)->files = d->options.list[DT_OPT_usdtfile];
	dt_process_scope(&d->registry)->follow = dt_session_follows_files(d);
	dt_process_scope(&d->registry)->inside = dt_session_target_inside(d);
	dt_process_scope(&d->registry)->follow_inside = dt_session_follows_inside(d);
	m->next = d->script->matches;
	d->script->matches = m;
	if (desc->id) {
		by_id = dt_registry_by_id(&d->registry, desc->id);
		if (by_id)
			dt_vec_push(&m->probes, by_id);
	} else {
		m->desc = desc;
		struct dt_error *err = match_query(d, &query, &sink);

		if (may_come(d, err))
			dt_error_destroy(err);
		else if (err)
			return err;
	}
	if (m->probes.len)
		qsort(m->probes.data, m->probes.len, sizeof(*m->probes.data), compare_probes);
	find_args(d, m, args, args_mixed);
	*n = m->probes.len - m->n_retained;
	if (!*n)
		*args = args_of_none(d, desc, m);
	*handle = m;
	return NULL;
}

/** Reports whether the pattern can only mean providers of programs (USDT). */
static bool is_of_programs(struct dtrace *d, const char *pattern)
{
	return dt_process_owner(pattern) == DT_OWNER_MATCHING && !dt_process_is_pid(pattern) &&
	       dt_provider_is_of_process(&d->registry, pattern);
}

/** dt_probe_source.why_none */
static char *why_none(void *self, const struct dt_probe_desc *desc)
{
	char *why = dt_session_why_none(self, desc);

	if (why || desc->id || !is_of_programs(self, desc->provider))
		return why;
	if (dt_bpf_may_trace())
		return dt_strdup("no running program has such a probe; -Z waits for one");
	return dt_asprintf("no running program of this user has such a probe; with -c or -p, "
			   "%.*s$target is of that process",
			   (int)strcspn(desc->provider, "*?["), desc->provider);
}

void dt_session_match_init(struct dtrace *d)
{
	d->sources->probes = (struct dt_probe_source){.self = d,
						      .match = match_probes,
						      .late_args = late_args,
						      .misses = misses,
						      .arg_name = arg_name,
						      .why_none = why_none,
						      .suggest = dt_session_suggest};
	d->compile->probes = &d->sources->probes;
}

void dt_session_match_deinit(struct dtrace *d)
{
	for (struct dt_match *m = d->script->matches; m; m = m->next)
		dt_vec_deinit(&m->probes);
}

bool dt_session_match_awaits_files(const struct dt_match *m)
{
	return m->n_retained > m->n_of_modules;
}

bool dt_session_awaits_files(const struct dtrace *d)
{
	for (const struct dt_match *m = d->script->matches; m; m = m->next)
		if (dt_session_match_awaits_files(m))
			return true;
	return false;
}

bool dt_session_awaits_modules(const struct dtrace *d)
{
	for (const struct dt_match *m = d->script->matches; m; m = m->next)
		if (m->n_of_modules)
			return true;
	return false;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The registry: holds the probes of one session and matches descriptions against all providers.
 *
 * No probes are listed in advance. The registry passes a description to each provider whose name
 * matches, and the provider creates only the matching probes. Thus a literal description costs a
 * few string compares and one object. An id always gives the same object.
 */
#include "provider/provider.h"

#include "base/str.h"
#include "provider/process/name.h"

#include <stdlib.h>
#include <string.h>

void dt_registry_deinit(struct dt_registry *r)
{
	while (r->states.len) {
		struct dt_state_slot *k = &r->states.data[--r->states.len];

		if (k->type->deinit)
			k->type->deinit(k->state);
		free(k->state);
	}
	dt_vec_deinit(&r->states);
	dt_map_deinit(&r->by_id);
	dt_vec_deinit(&r->skips);
}

void *dt_registry_state(struct dt_registry *r, const struct dt_state *s)
{
	void *state;

	dt_vec_foreach (&r->states, k)
		if (k->type == s)
			return k->state;
	state = dt_zalloc(s->size);
	dt_vec_push(&r->states, (struct dt_state_slot){s, state});
	if (s->init)
		s->init(r, state);
	return state;
}

static bool is_empty(const char *field)
{
	return !field || !*field;
}

/** A sink that passes probes to the caller's sink and notes that a probe was found. */
struct filter {
	const struct dt_probe_sink *sink;
	bool with_function; // pass no other probes: an empty description matches no BEGIN, tick-1s
	bool found;
};

static void found_through(void *self, struct dt_probe *p)
{
	struct filter *f = self;

	if (f->with_function && !*p->func)
		return;
	f->found = true;
	f->sink->found(f->sink->self, p);
}

static bool is_provider(const char *pattern, const struct dt_provider *p)
{
	return dt_query_field(pattern, p->name) ||
	       (p->flags & DT_PF_NUMBERED && dt_process_is_pid(pattern));
}

static bool is_in_table(const struct dt_registry *r, const char *name)
{
	for (size_t i = 0; i < r->n_providers; i++)
		if (!(r->providers[i]->flags & DT_PF_OWN_NAMES) &&
		    is_provider(name, r->providers[i]))
			return true;
	return false;
}

bool dt_provider_exists(struct dt_registry *r, const char *name)
{
	return is_in_table(r, name) || (r->declared && r->declared->has(r, name));
}

bool dt_provider_is_of_process(struct dt_registry *r, const char *pattern)
{
	return !is_empty(pattern) &&
	       (dt_process_is_pid(pattern) || !dt_provider_exists(r, pattern));
}

const char *dt_registry_why_none(struct dt_registry *r, const struct dt_probe_query *q)
{
	const char *why = NULL;

	for (size_t i = 0; i < r->n_providers && !why; i++)
		if (r->providers[i]->why_none && dt_query_field(q->provider, r->providers[i]->name))
			why = r->providers[i]->why_none(r, q);
	return why;
}

/** Returns the i-th provider of the table, then the one of D's declarations, then NULL. */
static const struct dt_provider *provider_at(const struct dt_registry *r, size_t i)
{
	if (i < r->n_providers)
		return r->providers[i];
	return i == r->n_providers ? r->declared : NULL;
}

static bool claims_provider(const struct dt_provider *p, const char *name)
{
	for (const char *const *c = p->claims; c && *c; c++)
		if (dt_query_field(*c, name))
			return true;
	return false;
}

/** Reports whether the query leaves the provider open and a provider with these flags claims its
 * name. Thus BEGIN and tick-1s are found without reading tracefs or the D library, and never match
 * a process's probes, whose names the process chooses. */
static bool is_claimed(const struct dt_registry *r, const struct dt_probe_query *q, unsigned flags)
{
	if (dt_query_is_literal(q->provider) || !dt_query_is_literal(q->name))
		return false;
	for (size_t i = 0; i < r->n_providers; i++)
		if ((r->providers[i]->flags & flags) == flags &&
		    claims_provider(r->providers[i], q->name))
			return true;
	return false;
}

/** Reports whether the query must skip this provider because others claim its name. */
static bool is_of_others(const struct dt_registry *r, const struct dt_provider *p,
			 const struct dt_probe_query *q)
{
	return is_claimed(r, q, p->flags & DT_PF_PROCESS ? DT_PF_ALONE : 0) &&
	       !claims_provider(p, q->name);
}

/** Reports whether the provider's names permit a match. */
static bool may_match(const struct dt_registry *r, const struct dt_provider *p,
		      const struct dt_probe_query *q)
{
	// Declarations add to a provider of the table only probes that it lacks
	// (dt_registry_match()).
	if (p == r->declared)
		return !dt_query_is_literal(q->provider) || !is_in_table(r, q->provider);
	return p->flags & DT_PF_OWN_NAMES || is_provider(q->provider, p);
}

static struct dt_error *match_providers(struct dt_registry *r, const struct dt_probe_query *q,
					const struct dt_probe_sink *sink, bool of_others)
{
	const struct dt_provider *p;

	for (size_t i = 0; (p = provider_at(r, i)); i++)
		if (may_match(r, p, q) && is_of_others(r, p, q) == of_others)
			DT_TRY(p->match(r, q, sink));
	return NULL;
}

struct dt_error *dt_registry_match(struct dt_registry *r, const struct dt_probe_query *q,
				   const struct dt_probe_sink *sink)
{
	struct filter filter = {.sink = sink,
				.with_function = is_empty(q->provider) && is_empty(q->module) &&
						 is_empty(q->function) && is_empty(q->name)};
	const struct dt_probe_sink through = {&filter, found_through};

	DT_TRY(match_providers(r, q, &through, false));
	if (!filter.found && r->declared && dt_query_is_literal(q->provider) &&
	    is_in_table(r, q->provider))
		DT_TRY(r->declared->match(r, q, &through));
	// No system call has this name: vfs_read:entry is a kernel function.
	if (!filter.found && dt_query_is_literal(q->function) && !is_claimed(r, q, DT_PF_ALONE))
		return match_providers(r, q, &through, true);
	return NULL;
}

void dt_registry_begin_pass(struct dt_registry *r)
{
	r->pass++;
}

struct dt_error *dt_registry_rematch(struct dt_registry *r, const struct dt_probe_query *q,
				     pid_t pid, const struct dt_probe_sink *sink)
{
	for (size_t i = 0; i < r->n_providers; i++) {
		const struct dt_provider *p = r->providers[i];

		if (p->rematch && may_match(r, p, q) && !is_of_others(r, p, q))
			DT_TRY(p->rematch(r, q, pid, sink));
	}
	return NULL;
}

void dt_registry_operands(struct dt_registry *r, const struct dt_operand_sink *sink)
{
	for (size_t i = 0; i < r->n_providers; i++)
		if (r->providers[i]->operands)
			r->providers[i]->operands(r, sink);
}

struct dt_probe *dt_registry_by_id(struct dt_registry *r, uint32_t id)
{
	struct dt_probe *known = dt_registry_find(r, id);
	const struct dt_provider *p;

	if (known)
		return known;
	for (size_t i = 0; (p = provider_at(r, i)); i++)
		if (id - p->id_base < p->id_count)
			return p->by_id(r, id);
	return NULL;
}

struct dt_probe *dt_registry_find(const struct dt_registry *r, uint32_t id)
{
	return dt_map_get(&r->by_id, &id, sizeof(id));
}

struct dt_probe *dt_registry_add(struct dt_registry *r, const struct dt_provider *p, uint32_t id,
				 const char *mod, const char *func, const char *name)
{
	struct dt_probe *probe = dt_registry_find(r, id);

	if (probe)
		return probe;
	probe = dt_arena_new(r->arena, struct dt_probe);
	*probe = (struct dt_probe){
	    .id = id,
	    .serial = (uint32_t)r->by_id.len,
	    .provider = p,
	    .prov = p->name,
	    .mod = dt_intern(r->names, mod),
	    .func = dt_intern(r->names, func),
	    .name = dt_intern(r->names, name),
	};
	dt_map_put(&r->by_id, &id, sizeof(id), probe);
	return probe;
}

void dt_registry_skip_file(struct dt_registry *r, const char *provider, const char *module)
{
	dt_vec_push(&r->skips,
		    ((struct dt_skip){.prov = provider,
				      .mod = module,
				      .func = "",
				      .name = "",
				      .why = "another user's program serves the file (FUSE)"}));
}

const char *dt_probe_published(struct dt_registry *r, const char *declared)
{
	dt_cleanup(dt_str_deinit) struct dt_str s = {0};

	for (const char *p = declared; *p; p++) {
		bool dash = p[0] == '_' && p[1] == '_';

		dt_str_append_c(&s, dash ? '-' : *p);
		p += dash;
	}
	return dt_intern(r->names, dt_str_text(&s));
}

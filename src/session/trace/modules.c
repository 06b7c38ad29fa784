/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Probes of later kernel modules. The kernel reports a loaded module after its first function has
 * run. Probes of the new module are attached to existing programs (join.h). Removing a module
 * removes its probes; if it is loaded again, its functions have other addresses.
 */
#include "session/compile/compile.h"
#include "session/program/join.h"
#include "session/program/program.h"
#include "session/trace/hotplug.h"

#include "consume/consume.h"

/** Collects new probes of a description. */
struct collector {
	struct dtrace *d;
	const struct dt_match *match;
	struct dt_additions *additions;
};

static bool names_args(const struct dtrace *d, const struct dt_match *m)
{
	for (const struct dt_clause *c = NULL; (c = dt_clause_next(&d->compile->program, c));)
		if (c->matched == m)
			return c->uses_args;
	return false;
}

/** Reports whether the probe has the argument types for which the program was compiled. */
static bool fits_args(struct dtrace *d, const struct dt_match *m, struct dt_probe *p)
{
	struct dt_match one = {0};
	bool fits;

	if (!names_args(d, m))
		return true;
	if (p->provider->types && p->provider->types(&d->registry, p))
		return false;
	dt_vec_push(&one.probes, p);
	fits = dt_session_same_args(m, &one);
	dt_vec_deinit(&one.probes);
	return fits;
}

static void collect_probe(void *self, struct dt_probe *p)
{
	struct collector *c = self;

	if (fits_args(c->d, c->match, p))
		dt_session_join(c->d, c->additions, c->match, p);
	else
		dt_vec_push(&c->d->loaded->links.skips,
			    ((struct dt_skip){.prov = p->prov,
					      .mod = p->mod,
					      .func = p->func,
					      .name = p->name,
					      .why = "its module was loaded later, and args[] "
						     "would have other types"}));
}

static void inform_providers(struct dtrace *d, const char *module, bool is_loaded)
{
	for (size_t i = 0; i < d->registry.n_providers; i++)
		if (d->registry.providers[i]->note_module)
			d->registry.providers[i]->note_module(&d->registry, module, is_loaded);
}

void dt_session_module_loaded(struct dtrace *d, const char *module)
{
	struct dt_additions additions = {0};
	struct dt_error *err;

	dt_consumer_note_module(d->tracing.consumer);
	dt_registry_begin_pass(&d->registry);
	inform_providers(d, module, true);
	for (const struct dt_match *m = d->script->matches; m; m = m->next) {
		struct collector c = {d, m, &additions};
		const struct dt_probe_sink sink = {&c, collect_probe};

		if (!m->n_of_modules)
			continue;
		const struct dt_probe_query query = {m->desc->provider, m->desc->module,
						     m->desc->function, m->desc->name};
		dt_error_destroy(dt_registry_match(&d->registry, &query, &sink));
	}
	err = dt_session_join_attach(d, &additions);
	if (err)
		dt_session_message(d, "the module %s is not probed: %s", module, err->message);
	dt_error_destroy(err);
	dt_session_additions_deinit(&additions);
}

void dt_session_module_removed(struct dtrace *d, const char *module)
{
	inform_providers(d, module, false);
}

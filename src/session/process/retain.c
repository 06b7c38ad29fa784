/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Descriptions of pid and USDT probes stay in force while tracing: when a traced process maps
 * another file, by dlopen(3) or by exec(2), what fits in it is attached to the programs that exist.
 * A probe of the provider (dt_probe.is_retained) holds their place in the groups.
 *
 * The kernel reports mappings a moment after they were made, and the process does not wait for us:
 * what it executes in the first milliseconds is not seen. How many processes that holds for is told
 * at the end. What is probed is the file, so it does not matter whether the process is still there.
 */
#include "session/session.h"

#include "abi/layout.h"
#include "provider/process/code.h"
#include "provider/process/name.h"
#include "base/str.h"

#include <bpf/bpf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/** The provider by which the description means the process; NULL: it does not. */
static const char *provider_for(struct dtrace *d, const struct dt_match *m, pid_t pid)
{
	const char *provider = m->desc->provider, *name = NULL;
	struct dt_intern *names = d->compile->names;

	if (dt_process_whose(provider) != DT_WHOSE_ONE ||
	    dt_process_rename(names, provider, pid, pid))
		return provider;
	dt_vec_foreach (&d->targets, t)
		if (t->pid == pid)
			name = dt_process_rename(names, provider, dt_session_target(d), pid);
	if (name)
		return name;
	return d->options.v[DT_OPT_follow] && dt_session_follows(d, pid) ? provider : NULL;
}

/** Probes that came to be in this pass, for one group. */
struct addition {
	struct dt_group *group;
	dt_vec(struct dt_probe *) probes;
};
typedef dt_vec(struct addition) additions;

struct collector {
	struct dtrace *d;
	const struct dt_match *match;
	uint32_t first_new; // serial number of the first probe of this pass
	additions *list;
};

static struct dt_group *group_of(struct dtrace *d, const struct dt_match *m,
				 const struct dt_context *context)
{
	dt_vec_foreach (&m->probes, held) {
		if (!(*held)->is_retained || (*held)->context != context)
			continue;
		dt_vec_foreach (&d->groups, g)
			dt_vec_foreach (&(*g)->probes, p)
				if (*p == *held)
					return *g;
	}
	return NULL;
}

static void collect(void *self, struct dt_probe *p)
{
	struct collector *c = self;
	struct dt_group *g;

	if (p->serial < c->first_new)
		return;
	g = group_of(c->d, c->match, p->context);
	if (!g)
		return; // its program is of the other width of words
	dt_vec_foreach (c->list, a) {
		if (a->group != g)
			continue;
		dt_vec_foreach (&a->probes, known)
			if (*known == p)
				return; // by another clause of the same description
		dt_vec_push(&a->probes, p);
		return;
	}
	dt_vec_push(c->list, (struct addition){.group = g});
	dt_vec_push(&dt_vec_last(c->list).probes, p);
}

static int compare_additions(const void *a, const void *b)
{
	const struct addition *x = a, *y = b;
	bool x_finishes = x->group->context->finish, y_finishes = y->group->context->finish;

	// The kernel runs the program that was attached last first; clauses run in program order,
	// and those programs last that change registers at their end.
	if (x_finishes != y_finishes)
		return y_finishes - x_finishes;
	return (int)y->group->clauses[0].clause->index - (int)x->group->clauses[0].clause->index;
}

static struct dt_error *attach(struct dtrace *d, const additions *list)
{
	struct dt_error *err = NULL;

	dt_vec_foreach (list, a) {
		struct dt_attachment x = {a->group->context, a->probes.data, a->probes.len,
					  a->group->prog->fd, -1};

		err = a->probes.data[0]->provider->attach(&x, 1, &d->links);
		if (err && (err->os_errno == ESRCH || err->os_errno == ENOENT)) {
			dt_error_destroy(err); // it has ended meanwhile
			err = NULL;
		}
		if (err)
			return dt_error_wrap(err, "could not follow a process");
	}
	return NULL;
}

static void describe_operand(void *self, uint32_t key, const struct dt_operand_code *code)
{
	const int *map = self;

	bpf_map_update_elem(*map, &key, code, BPF_ANY);
}

/** Tell the programs where the arguments of new places are. */
static void describe(struct dtrace *d)
{
	int map = dt_session_table(d, DT_TABLE_OPERANDS);
	const struct dt_operand_sink sink = {&map, describe_operand};

	if (map >= 0)
		dt_registry_operands(&d->registry, &sink);
}

/** Match every description that concerns the process again, for what is new in it. */
static struct dt_error *rematch(struct dtrace *d, struct dt_reported *reported)
{
	pid_t pid = reported->pid;
	struct dt_registry *r = &d->registry;
	const struct collector from = {.d = d, .first_new = (uint32_t)r->by_id.len};
	additions list = {0};
	struct dt_error *err;

	dt_registry_begin_pass(r);
	dt_process_code_reported(r, pid, reported->maps.data, reported->maps.len);
	for (const struct dt_match *m = d->matches; m; m = m->next) {
		const char *provider = m->n_retained ? provider_for(d, m, pid) : NULL;
		struct collector c = from;
		const struct dt_probe_sink sink = {&c, collect};

		if (!provider)
			continue;
		c.match = m;
		c.list = &list;
		const struct dt_probe_query query = {provider, m->desc->module, m->desc->function,
						     m->desc->name};
		// What is missing was missing before.
		dt_error_destroy(dt_registry_rematch(r, &query, pid, &sink));
	}
	if (list.len)
		qsort(list.data, list.len, sizeof(*list.data), compare_additions);
	describe(d);
	err = attach(d, &list);
	dt_process_code_reported(r, 0, NULL, 0);
	d->feeding.n_late += list.len && !reported->is_late;
	reported->is_late |= list.len != 0;
	dt_vec_foreach (&list, a)
		dt_vec_deinit(&a->probes);
	dt_vec_deinit(&list);
	return err;
}

static bool is_wanted(const struct dtrace *d)
{
	for (const struct dt_match *m = d->matches; m; m = m->next)
		if (m->n_retained)
			return true;
	return false;
}

static bool concerns(struct dtrace *d, pid_t pid)
{
	for (const struct dt_match *m = d->matches; m; m = m->next)
		if (m->n_retained && provider_for(d, m, pid))
			return true;
	return false;
}

const struct dt_feed dt_feed_retained = {
    .is_wanted = is_wanted,
    .concerns = concerns,
    .look = rematch,
};

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Descriptions of pid and USDT probes stay in force while tracing. When a traced process maps
 * another file, by dlopen(3) or by exec(2), its matching probes are attached to existing programs.
 * A placeholder probe of the provider (dt_probe.is_retained) keeps the group for them.
 *
 * The kernel reports a mapping shortly after it was made. Targets wait in their dynamic linker
 * (gate.h). Other processes do not, so code that they run in the first milliseconds is not traced;
 * dtrace reports the number of such processes at the end. Probes are attached to the file, so the
 * process need not exist any more.
 */
#include "session/compile/compile.h"
#include "session/process/process.h"
#include "session/program/inside/following.h"
#include "session/program/join.h"
#include "session/trace/feed.h"
#include "session/trace/gate.h"

#include "abi/layout.h"
#include "base/time.h"
#include "consume/consume.h"
#include "provider/process/code.h"
#include "provider/process/name.h"

#include <sys/stat.h>

/** Returns the provider name with which the description matches probes of the process, or NULL. */
static const char *provider_for(struct dtrace *d, const struct dt_match *m, pid_t pid)
{
	const char *provider = m->desc->provider, *name = NULL;
	struct dt_intern *names = d->compile->names;

	if (dt_process_owner(provider) != DT_OWNER_ONE ||
	    dt_process_rename(names, provider, pid, pid))
		return provider;
	if (dt_session_is_target(d, pid))
		name = dt_process_rename(names, provider, dt_session_target(d), pid);
	if (name)
		return name;
	return dt_session_follows(d, pid) ? provider : NULL;
}

struct collector {
	struct dtrace *d;
	const struct dt_match *match;
	uint32_t first_new; // serial number of the first new probe
	struct dt_additions *additions;
};

static void collect_new(void *self, struct dt_probe *p)
{
	struct collector *c = self;

	if (p->serial >= c->first_new)
		dt_session_join(c->d, c->additions, c->match, p);
}

static void describe_operand(void *self, uint32_t key, const struct dt_operand_code *code)
{
	dt_session_table_put(self, DT_TABLE_OPERANDS, &key, code);
}

/** Publishes the argument locations of new probes to the programs. */
static void publish_operands(struct dtrace *d)
{
	const struct dt_operand_sink sink = {d, describe_operand};

	if (d->programs->desc->tables[DT_TABLE_OPERANDS])
		dt_registry_operands(&d->registry, &sink);
}

/** Records the time at which a file was probed. Processes that mapped it before may have run its
 * code. */
static void note_attached(struct dtrace *d, const struct dt_reported *reported,
			  const struct dt_probe *p)
{
	char key[DT_CODE_KEY];
	struct stat st;

	if (!p->n_sites || stat(p->sites[0].path, &st))
		return;
	dt_vec_foreach (&reported->maps, m)
		if (m->inode == st.st_ino)
			dt_map_put_str(&d->feeding->attached, dt_code_key(m, key),
				       (void *)(uintptr_t)dt_now());
}

static bool has_run_before(struct dtrace *d, const struct dt_reported *reported)
{
	char key[DT_CODE_KEY];

	dt_vec_foreach (&reported->maps, m)
		if (m->when < (uintptr_t)dt_map_get_str(&d->feeding->attached, dt_code_key(m, key)))
			return true;
	return false;
}

/** Notes the mappings of the target for the names of its addresses. Without the kernel, no other
 *  report of them comes. */
static void note_mapped(struct dtrace *d)
{
	struct dt_processes *p = dt_consumer_processes(d->tracing.consumer);
	struct dt_proc_maps maps;

	if (!p || !dt_proc_maps_open(&maps, d->inside->pid))
		return;
	dt_process_take_maps(p, d->inside->pid, &maps);
	dt_proc_maps_close(&maps);
}

static struct dt_error *attach_new(struct dtrace *d, struct dt_additions *a)
{
	DT_TRY(dt_session_join_attach(d, a));
	if (!d->gatekeeper->is_inside)
		return NULL;
	note_mapped(d);
	return dt_session_join_inside(d, a);
}

/** Matches all descriptions that concern the process again. Adds the new probes to *ret. */
static void match_again(struct dtrace *d, pid_t pid, struct dt_additions *ret)
{
	struct dt_registry *r = &d->registry;
	const struct collector from = {.d = d, .first_new = (uint32_t)r->by_id.len};

	dt_registry_begin_pass(r);
	for (const struct dt_match *m = d->script->matches; m; m = m->next) {
		const char *provider =
		    dt_session_match_awaits_files(m) ? provider_for(d, m, pid) : NULL;
		struct collector c = from;
		const struct dt_probe_sink sink = {&c, collect_new};

		if (!provider)
			continue;
		c.match = m;
		c.additions = ret;
		const struct dt_probe_query query = {provider, m->desc->module, m->desc->function,
						     m->desc->name};
		// Ignore errors: the description was already matched without one.
		dt_error_destroy(dt_registry_rematch(r, &query, pid, &sink));
	}
	publish_operands(d);
}

static void match_image(struct dtrace *d, pid_t pid)
{
	struct dt_additions additions = {0};

	note_mapped(d);
	match_again(d, pid, &additions);
	dt_session_join_groups(d, &additions);
	dt_session_additions_deinit(&additions);
}

void dt_session_retain_work(struct dtrace *d)
{
	if (!d->following->gate)
		return;
	// Threads that wait take CPUs: a sign of life must not depend on ours.
	if (!d->gatekeeper->following.gate)
		dt_session_beating_begin(&d->gatekeeper->following, d->following->gate);
	if (dt_session_following_is_due(d))
		dt_session_following_work(d, match_image);
}

/** Matches all descriptions that concern the process again, for its new files. */
static struct dt_error *rematch(struct dtrace *d, struct dt_reported *reported)
{
	pid_t pid = reported->pid;
	struct dt_registry *r = &d->registry;
	struct dt_additions additions = {0};
	struct dt_error *err = NULL;
	bool late;

	dt_process_code_reported(r, pid, reported->maps.data, reported->maps.len);
	match_again(d, pid, &additions);
	if (!d->tracing.stopped) // else only counts the missed processes
		err = dt_error_wrap(attach_new(d, &additions), "could not follow a process");
	dt_process_code_reported(r, 0, NULL, 0);
	dt_vec_foreach (&additions.list, a)
		dt_vec_foreach (&a->probes, p)
			note_attached(d, reported, *p);
	late = !reported->is_late && (additions.list.len || has_run_before(d, reported));
	if (late && dt_session_gate_is_armed(d, pid)) {
		reported->is_suspect = true;
	} else {
		d->feeding->n_late += late;
		reported->is_late |= late;
	}
	if (!d->tracing.stopped && dt_session_is_target(d, pid))
		dt_session_gate_arm(d, pid); // it may run another program now
	dt_session_additions_deinit(&additions);
	return err;
}

static bool concerns(struct dtrace *d, pid_t pid)
{
	for (const struct dt_match *m = d->script->matches; m; m = m->next)
		if (dt_session_match_awaits_files(m) && provider_for(d, m, pid))
			return true;
	return false;
}

const struct dt_feed dt_feed_retained = {
    .is_wanted = dt_session_awaits_files,
    .concerns = concerns,
    .look = rematch,
};

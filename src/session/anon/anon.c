/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Anonymous tracing: dtrace -A starts it and exits, the kernel continues, dtrace -a takes it over.
 *
 * All objects that tracing needs are pinned in one directory of the BPF file system: the maps
 * (rings, aggregations, variables), the links that keep programs attached, the programs (the
 * consumer runs some and reads the misses of others), and a description of the session. The claimer
 * opens all of them and removes the names. From then on it owns the objects, which end with it as
 * in any other session.
 */
#include "session/anon/anon.h"
#include "session/compile/compile.h"
#include "session/process/process.h"
#include "session/program/program.h"
#include "session/trace/trace.h"

#include "ebpf/kernel/pin.h"
#include "types/btf/offsets.h"

#include <errno.h>
#include <unistd.h>

static const char directory[] = "/sys/fs/bpf/dtrace";
// Name of the description: created last, removed first.
static const char description[] = "state";

static struct dt_error *no_state(void)
{
	if (access(directory, F_OK) == 0)
		return dt_error_new(
		    DT_ERR_USAGE,
		    "could not enable tracing: No anonymous tracing state: a command that began or "
		    "claimed it was killed; remove its remains in %s with dtrace -A",
		    directory);
	return dt_error_new(DT_ERR_USAGE, "could not enable tracing: No anonymous tracing state");
}

/** Refuses -c, -p and probes of processes, which may end before the claim. */
static struct dt_error *check_enabling(const struct dtrace *d)
{
	if (d->targets->list.len)
		return dt_error_new(DT_ERR_USAGE,
				    "could not enable tracing: anonymous tracing cannot trace "
				    "processes: -c and -p cannot be used with -A");
	dt_vec_foreach (&d->programs->groups, g) {
		const struct dt_probe *p = (*g)->probes.data[0];

		if (p->provider->flags & DT_PF_PROCESS)
			return dt_error_new(DT_ERR_UNSUPPORTED,
					    "could not enable tracing: %s:%s:%s:%s is a probe of a "
					    "process, which may end before anonymous tracing is "
					    "claimed: trace it without -A",
					    p->prov, p->mod, p->func, p->name);
	}
	return NULL;
}

static struct dt_error *pin_programs(const struct dtrace *d)
{
	for (size_t i = 0; i < d->programs->list.len; i++)
		DT_TRY(dt_pin_put(directory, dt_anon_kinds[DT_ANON_PROGRAM], i,
				  d->programs->list.data[i]->loaded.fd));
	return NULL;
}

static struct dt_error *pin_links(const struct dtrace *d)
{
	size_t n = 0;

	// A perf event lives as long as the link that attaches to it.
	dt_vec_foreach (&d->loaded->links.fds, fd) {
		if (dt_pin_is_link(*fd))
			DT_TRY(dt_pin_put(directory, dt_anon_kinds[DT_ANON_LINK], n++, *fd));
	}
	return NULL;
}

static struct dt_error *pin_all(const struct dtrace *d)
{
	struct dt_str state = {0};
	struct dt_error *err;

	DT_TRY(dt_maps_pin(&d->loaded->maps, directory));
	DT_TRY(pin_programs(d));
	DT_TRY(pin_links(d));
	dt_anon_write(d, &state);
	// Last: it marks the others as complete.
	err = dt_pin_put_bytes(directory, description, state.data, state.len);
	dt_str_deinit(&state);
	return err;
}

struct dt_error *dtrace_go_anonymous(struct dtrace *d)
{
	DT_TRY(dt_session_enter(d, d));
	DT_SESSION_CALL(d);
	struct dt_error *err;
	bool exists;

	DT_TRY(dt_session_check_new(d));
	d->programs->is_anonymous = true;
	DT_TRY(dt_session_generate(d));
	DT_TRY(check_enabling(d));
	DT_TRY(dt_error_wrap(dt_pin_dir_create(directory, &exists), "could not enable tracing"));
	if (exists)
		return dt_error_new(DT_ERR_USAGE,
				    "could not enable tracing: anonymous tracing state exists "
				    "already in %s: claim it with dtrace -a, or remove it with "
				    "dtrace -A",
				    directory);
	err = dt_session_enable(d);
	if (!err)
		err = dt_error_wrap(pin_all(d), "could not enable tracing");
	if (err) {
		dt_error_destroy(dt_pin_dir_remove(directory, description, NULL));
		return err;
	}
	dt_session_activate(d);
	dt_session_message(d, "saved anonymous enabling in %s", directory);
	return NULL;
}

struct dt_error *dtrace_forget_anonymous(struct dtrace *d)
{
	DT_TRY(dt_session_enter(d, d));
	bool existed;

	DT_TRY(dt_pin_dir_remove(directory, description, &existed));
	dt_session_message(
	    d, existed ? "cleaned up old anonymous enabling in %s" : "no anonymous enabling in %s",
	    directory);
	return NULL;
}

static struct dt_error *open_one(const char *kind, size_t i, int *fd)
{
	DT_TRY(dt_pin_get(directory, kind, i, fd));
	if (*fd < 0)
		return dt_error_new(DT_ERR_OTHER, "%s %zu is missing in %s", kind, i, directory);
	return NULL;
}

static struct dt_error *open_programs(struct dtrace *d)
{
	for (size_t i = 0; i < d->programs->list.len; i++)
		DT_TRY(open_one(dt_anon_kinds[DT_ANON_PROGRAM], i,
				&d->programs->list.data[i]->loaded.fd));
	return NULL;
}

static struct dt_error *open_links(struct dtrace *d, size_t n)
{
	int fd;

	for (size_t i = 0; i < n; i++) {
		DT_TRY(open_one(dt_anon_kinds[DT_ANON_LINK], i, &fd));
		dt_vec_push(&d->loaded->links.fds, fd);
	}
	return NULL;
}

/** Checks that the names still refer to the same objects: a map of another shape would be misread.
 */
static struct dt_error *check_objects(const struct dt_anon *anon)
{
	for (int k = 0; k < DT_N_ANON_KINDS; k++)
		for (size_t i = 0; i < anon->ids[k].len; i++)
			if (anon->ids[k].data[i])
				DT_TRY(dt_pin_check(directory, dt_anon_kinds[k], i,
						    anon->ids[k].data[i]));
	return NULL;
}

/** Compiles the texts of the anonymous session again. */
static struct dt_error *compile_again(struct dtrace *d, struct dt_anon *anon)
{
	dt_cleanup(dt_free_p) void *bytes = NULL;
	struct dt_error *err;
	size_t n;

	DT_TRY(dt_pin_get_bytes(directory, description, &bytes, &n));
	if (!bytes)
		return no_state();
	DT_TRY(dt_anon_read(d, bytes, n, anon));
	d->script->claimed = &anon->claimed;
	d->programs->careful = anon->careful;
	err = dtrace_check(d);
	if (!err)
		err = dt_session_generate(d);
	d->script->claimed = NULL;
	if (!err && dt_anon_hash(d) != anon->hash)
		return dt_error_new(DT_ERR_OTHER,
				    "could not enable tracing: the program of the anonymous "
				    "tracing no longer matches: dtrace, its library or the "
				    "kernel's modules have changed; remove it with dtrace -A");
	return err;
}

/** Checks destructive actions with the claimer's permission, since the program acts for the
 * claimer. */
static struct dt_error *check_destructive(struct dtrace *d, bool permitted)
{
	d->options.v[DT_OPT_destructive] = permitted;
	return dt_session_check_destructive(d);
}

static struct dt_error *claim_tracing(struct dtrace *d, struct dt_anon *anon)
{
	const bool permitted = d->options.v[DT_OPT_destructive];

	if (d->script->texts.len || d->targets->list.len)
		return dt_error_new(DT_ERR_USAGE,
				    "could not enable tracing: a claim of anonymous tracing (-a) "
				    "enables nothing else: no program, -c or -p");
	DT_TRY(dt_error_wrap(dt_pin_dir_check(directory), "could not enable tracing"));
	DT_TRY(compile_again(d, anon));
	DT_TRY(check_destructive(d, permitted));
	DT_TRY(dt_error_wrap(check_objects(anon), "could not enable tracing"));
	DT_TRY(dt_error_wrap(dt_maps_open(d->programs->desc->maps, d->programs->desc->n_maps,
					  directory, anon->n_present, &d->loaded->maps),
			     "could not enable tracing"));
	d->loaded->maps.function = dt_btf_function;
	DT_TRY(dt_error_wrap(open_programs(d), "could not enable tracing"));
	DT_TRY(
	    dt_error_wrap(open_links(d, anon->ids[DT_ANON_LINK].len), "could not enable tracing"));
	DT_TRY(dt_session_consume(d));
	dt_session_rearm(d);
	return dt_error_wrap(dt_pin_dir_remove(directory, description, NULL),
			     "could not enable tracing");
}

struct dt_error *dtrace_claim(struct dtrace *d)
{
	DT_TRY(dt_session_enter(d, d));
	DT_SESSION_CALL(d);
	DT_TRY(dt_session_check_new(d));
	struct dt_anon anon = {0};
	struct dt_error *err = claim_tracing(d, &anon);

	dt_anon_deinit(&anon);
	return err;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Opens and closes a session, and sets its outputs, handlers and macro arguments.
 */
#include "session/compile/compile.h"
#include "session/layers.h"
#include "session/process/process.h"
#include "session/program/inside/following.h"
#include "session/trace/feed.h"
#include "session/trace/gate.h"
#include "session/trace/hotplug.h"
#include "session/trace/trace.h"
#include "session/unwind/unwind.h"

#include "base/time.h"
#include "consume/consume.h"
#include "symbols/process/proc.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

static void send_message(void *self, const char *text)
{
	dt_session_message(self, "%s", text);
}

static void report_progress(void *self, const char *what, size_t places, size_t all)
{
	struct dtrace *d = self;

	if (!d->output.progress)
		return;
	d->output.n_calls++;
	d->output.progress(d->output.progress_arg, what, places, all);
	d->output.n_calls--;
}

static void report_silent(void *self, pid_t pid)
{
	char name[DT_PROC_NAME];

	dt_proc_name(pid, name);
	dt_session_message(self, "process %d (%s) keeps its mappings locked: dtrace skips it",
			   (int)pid, name);
}

/** A session with its parts. */
struct whole {
	struct dtrace d; // first
	struct dt_targets targets;
	struct dt_sources sources;
	struct dt_script script;
	struct dt_programs programs;
	struct dt_loaded loaded;
	struct dt_inside inside;
	struct dt_following following;
	struct dt_unwinding unwinding;
	struct dt_feeding feeding;
	struct dt_gatekeeper gatekeeper;
	struct dt_hotplug hotplug;
};

static struct dtrace *allocate_session(void)
{
	struct whole *w = dt_zalloc(sizeof(*w));

	w->d.targets = &w->targets;
	w->d.sources = &w->sources;
	w->d.script = &w->script;
	w->d.programs = &w->programs;
	w->d.loaded = &w->loaded;
	w->d.inside = &w->inside;
	w->d.following = &w->following;
	w->d.unwinding = &w->unwinding;
	w->d.feeding = &w->feeding;
	w->d.gatekeeper = &w->gatekeeper;
	w->d.hotplug = &w->hotplug;
	return &w->d;
}

struct dt_error *dtrace_open(struct dtrace **ret)
{
	if (!ret)
		return dt_error_new(DT_ERR_USAGE, "an argument is NULL");

	struct dtrace *d = allocate_session();

	dt_options_init(&d->options);
	d->loaded->maps.btf_fd = -1;
	d->loaded->region.fd = -1;
	d->waiting.fd = d->waiting.timer_fd = d->waiting.interrupt_fd = -1;
	d->loaded->links.stop = &d->waiting.interrupted;
	d->loaded->links.message = send_message;
	d->loaded->links.progress = report_progress;
	d->loaded->links.self = d;
	d->output.out = stdout;
	d->output.listing = -1;
	d->programs->executor = &dt_bpf_executor;
	d->programs->uses_offsets = true;
	d->output.opened = dt_now();
	dt_session_compile_init(d);
	dt_layers_watch();
	d->queries.silent = report_silent;
	d->queries.self = d;
	*ret = d;
	return NULL;
}

static void close_output(struct dtrace *d)
{
	if (d->output.own)
		fclose(d->output.own);
}

static void close_session(struct dtrace *d)
{
	DT_SESSION_CALL(d);

	dt_session_gate_open(d);
	dt_links_deinit(&d->loaded->links);
	dt_session_inside_detach(d);
	dt_session_targets_deinit(d);
	dt_session_inside_deinit(d->inside);
	dt_session_following_deinit(d);
	dt_session_unwinding_deinit(d);
	dt_consumer_destroy(d->tracing.consumer);
	dt_session_wait_deinit(d);
	dt_session_gate_deinit(d);
	dt_session_feed_deinit(d);
	dt_session_hotplug_deinit(d);
	dt_session_generate_deinit(d);
	dt_session_host_deinit(d);
	dt_map_deinit(&d->programs->kept);
	dt_maps_deinit(&d->loaded->maps);
	dt_session_compile_deinit(d);
	dt_options_deinit(&d->options);
	for (size_t i = 0; i < d->output.details.len; i++)
		free(d->output.details.data[i]);
	dt_vec_deinit(&d->output.details);
	close_output(d);
	dt_timed_owner_deinit(&d->queries);
}

void dtrace_close(struct dtrace *d)
{
	if (!d || !dt_session_may_call(d, __func__))
		return;
	close_session(d);
	free(d);
}

struct dt_error *dtrace_set_output(struct dtrace *d, int fd)
{
	DT_TRY(dt_session_enter(d, d));
	DT_TRY(dt_session_check_new(d));
	dt_cleanup(dt_close_p) int copy = fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
	FILE *own = copy < 0 ? NULL : fdopen(copy, "w");

	if (!own)
		return dt_error_os(errno, "failed to write to descriptor %d", fd);
	copy = -1;
	close_output(d);
	d->output.out = d->output.own = own;
	return NULL;
}

void dtrace_set_verbose(struct dtrace *d)
{
	if (!dt_session_may_call(d, __func__))
		return;
	d->output.verbose = true;
	for (size_t i = 0; i < d->output.details.len; i++)
		dt_session_message(d, "%s", d->output.details.data[i]);
}

void dtrace_set_listing(struct dtrace *d, int fd)
{
	if (!dt_session_may_call(d, __func__))
		return;
	d->output.listing = fd;
}

void dtrace_set_message_handler(struct dtrace *d, void (*fn)(void *arg, const char *text),
				void *arg)
{
	if (!dt_session_may_call(d, __func__))
		return;
	d->output.message = fn;
	d->output.message_arg = arg;
}

void dtrace_set_progress_handler(struct dtrace *d,
				 void (*fn)(void *arg, const char *what, size_t places, size_t all),
				 void *arg)
{
	if (!dt_session_may_call(d, __func__))
		return;
	d->output.progress = fn;
	d->output.progress_arg = arg;
}

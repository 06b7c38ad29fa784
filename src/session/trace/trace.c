/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Traces: loads, runs BEGIN, attaches, consumes, stops, runs END.
 *
 * One word, dt_ctl.active, ensures the order: programs other than BEGIN and END do nothing unless
 * it is set. BEGIN runs before it is set. END runs after it is cleared and all programs that saw it
 * set have ended. Slow detachments are awaited last, after everything is printed.
 *
 * Decision: docs/dev/decisions/0026-two-closers-print-first.md
 */
#include "session/process/process.h"
#include "session/program/inside/following.h"
#include "session/program/body/body.h"
#include "session/trace/feed.h"
#include "session/trace/gate.h"
#include "session/trace/hotplug.h"
#include "session/trace/trace.h"

#include "base/host/programs.h"
#include "base/time.h"
#include "consume/consume.h"
#include "ebpf/feature.h"

#include <errno.h>
#include <poll.h>
#include <time.h>

enum {
	WORK_MS = 1000,	 // longest wait of dtrace_work()
	PROMPT_MS = 300, // wait for detaching before printing in the meantime
};

static struct dt_probe_name probe_name(void *self, uint32_t id)
{
	const struct dtrace *d = self;
	const struct dt_enabled *e = dt_map_get(&d->programs->enabled_by_id, &id, sizeof(id));
	const struct dt_probe *p =
	    e ? e->probe : dt_registry_by_id(&((struct dtrace *)self)->registry, id);

	if (!p)
		return (struct dt_probe_name){id, "", "", "", "", false};
	return (struct dt_probe_name){id,      p->prov, p->mod,
				      p->func, p->name, dt_session_runs_here(d, id)};
}

static uint32_t probe_epid(void *self, uint32_t clause, uint32_t probe)
{
	return dt_session_epid(self, clause, probe);
}

static void consumer_message(void *self, const char *text)
{
	dt_session_message(self, "%s", text);
}

static uint64_t program_misses(void *self)
{
	return dt_session_misses(self);
}

static void add_counts(void *self)
{
	dt_session_counts_add(self);
}

static bool may_record(void *self, uint32_t clause, uint32_t probe)
{
	return dt_session_may_record(self, clause, probe);
}

static uint64_t slotless_firings(void *self)
{
	return dt_session_inside_misses(self);
}

/** Runs feeds while the consumer waits. An error recurs in dtrace_work(), which reports it. */
static void feed_meanwhile(void *self)
{
	struct dtrace *d = self;

	if (!d->tracing.stopped)
		dt_error_destroy(dt_session_feed_work(d));
}

/** Turns off the default output, and messages beside it, if the output is folded stacks or a page.
 */
static void imply_quiet(struct dtrace *d)
{
	bool is_data = d->output.handler.size || d->output.batch_rows;

	if (!is_data &&
	    (d->options.s[DT_OPT_flame] || d->options.v[DT_OPT_oformat] == DT_OFORMAT_FOLDED))
		d->options.v[DT_OPT_quiet] = 1;
}

static struct dt_error *create_consumer(struct dtrace *d)
{
	struct dt_consume_config config = {
	    .program = d->programs->desc,
	    .options = &d->options,
	    .stores = d->loaded->stores,
	    .n_stores = d->loaded->n_stores,
	    .target = dt_session_target(d),
	    .watch = &d->feeding->watch,
	    .self = d,
	    .probe = probe_name,
	    .epid = probe_epid,
	    .message = consumer_message,
	    .misses = program_misses,
	    .may_record = may_record,
	    .slotless = slotless_firings,
	    .before_reading = add_counts,
	    .waiting = feed_meanwhile,
	    .handlers = d->output.handler.size ? &d->output.handlers : NULL,
	    .batch_rows = d->output.batch_rows,
	    .has_notices = !d->options.v[DT_OPT_quiet],
	    .out = d->output.out,
	};

	imply_quiet(d);
	return dt_consumer_create(&config, &d->tracing.consumer);
}

/** Returns the wall clock minus the clock of bpf_ktime_get_ns(). */
static uint64_t wall_offset(void)
{
	struct timespec wall, mono;

	clock_gettime(CLOCK_REALTIME, &wall);
	clock_gettime(CLOCK_MONOTONIC, &mono);
	return (wall.tv_sec - mono.tv_sec) * 1000000000LL + (wall.tv_nsec - mono.tv_nsec);
}

struct dt_error *dt_session_check_destructive(const struct dtrace *d)
{
	if (!dt_lower_is_destructive(d->programs->lower))
		return NULL;
	if (!d->options.v[DT_OPT_destructive])
		return dt_error_new(DT_ERR_USAGE,
				    "could not enable tracing: Destructive actions not allowed "
				    "(use -w to allow them)");
	if (d->programs->in_kernel && dt_lower_writes_user(d->programs->lower) &&
	    dt_feature(DT_FEAT_RAW_TP) && !dt_feature(DT_FEAT_WRITE_USER))
		return dt_error_new(
		    DT_ERR_UNSUPPORTED,
		    "could not enable tracing: copyout( ) and copyoutstr( ) are not available: "
		    "this kernel is locked down or lacks the helper: BPF programs cannot write to "
		    "a process's memory");
	return NULL;
}

/** Reports whether the error is a kernel's refusal of an unknown feature. */
static bool is_refusal(const struct dt_error *err)
{
	enum { NOTSUPP = 524 }; // the kernel's own

	return err->code == DT_ERR_UNSUPPORTED || err->os_errno == EINVAL ||
	       err->os_errno == EOPNOTSUPP || err->os_errno == NOTSUPP;
}

/** Replaces a refusal by an error that names the missing feature, if the kernel lacks a feature of
 * the oldest supported kernel. */
static struct dt_error *explained(struct dt_error *err)
{
	dt_cleanup(dt_free_p) char *lacking = err && is_refusal(err) ? dt_features_lacking() : NULL;
	struct dt_error *ret;

	if (!lacking)
		return err;
	ret = dt_error_new(DT_ERR_UNSUPPORTED, "this kernel lacks %s (%s)", lacking, err->message);
	dt_error_destroy(err);
	return ret;
}

static struct dt_error *not_enabled(struct dt_error *err)
{
	return dt_error_wrap(explained(err), "could not enable tracing");
}

struct dt_error *dt_session_enable(struct dtrace *d)
{
	DT_TRY(dt_session_check_destructive(d));
	DT_TRY(not_enabled(dt_session_load(d)));
	DT_TRY(dt_session_consume(d));
	dt_session_set_clock(d, wall_offset());
	DT_TRY(not_enabled(dt_session_run_probe(d, DT_PROBE_BEGIN)));
	if (dt_session_has_exited(d))
		return NULL;
	if (!d->programs->in_kernel) {
		DT_TRY(dt_session_gate_begin(d));
		return d->gatekeeper->is_inside ? dt_session_feed_begin(d) : NULL;
	}
	DT_TRY(dt_session_feed_prepare(d));
	DT_TRY(dt_session_hotplug_begin(d));
	DT_TRY(not_enabled(dt_session_attach(d)));
	DT_TRY(dt_session_gate_begin(d));
	return dt_session_feed_begin(d);
}

struct dt_error *dt_session_consume(struct dtrace *d)
{
	dt_session_list_stores(d);
	DT_TRY(dt_session_wait_init(d));
	dt_vec_foreach (&d->targets->list, t)
		DT_TRY(dt_session_wait_add(d, t->pidfd));
	if (d->programs->in_target)
		DT_TRY(dt_session_wait_add(d, dt_placer_fd(d->targets->placer)));
	dt_session_feed_init(d);
	DT_TRY(create_consumer(d));
	for (size_t i = 0; dt_consumer_fd(d->tracing.consumer, i) >= 0; i++)
		DT_TRY(dt_session_wait_add(d, dt_consumer_fd(d->tracing.consumer, i)));
	d->tracing.going = true;
	return NULL;
}

void dt_session_activate(struct dtrace *d)
{
	if (dt_session_has_exited(d))
		return;
	dt_session_set_active(d, true);
	dt_session_host_begin(d);
}

void dt_session_rearm(struct dtrace *d)
{
	uint64_t due = dt_earlier(dt_consumer_due(d->tracing.consumer), dt_session_feed_due(d));

	due = dt_earlier(due, dt_session_inside_due(d));
	due = dt_earlier(due, dt_session_following_due(d));
	dt_session_wait_until(d, dt_earlier(due, dt_session_host_due(d)));
}

struct dt_error *dtrace_go(struct dtrace *d)
{
	DT_TRY(dt_session_enter(d, d));
	DT_SESSION_CALL(d);
	DT_TRY(dt_session_check_new(d));
	dt_session_leftovers_clean(d);
	DT_TRY(dt_session_generate(d));
	DT_TRY(dt_session_enable(d));
	if (!dt_session_has_exited(d)) {
		dt_session_activate(d);
		dt_session_debug(d, "tracing has begun");
		dt_session_unwinding_load(d);
		dt_session_trace_ids_load(d);
		DT_TRY(dt_session_targets_release(d));
	}
	dt_session_rearm(d);
	return NULL;
}

/** Handles the events of one round. */
static enum dtrace_work handle_events(struct dtrace *d, struct dt_error **err)
{
	dt_session_wait_taken(d);
	dt_session_host_work(d);
	dt_session_inside_work(d);
	dt_session_retain_work(d);
	*err = dt_consumer_work(d->tracing.consumer, false);
	if (!*err)
		*err = dt_session_feed_work(d);
	if (!*err)
		dt_session_hotplug_work(d);
	if (!*err && dt_session_reader_gone(d))
		*err = dt_error_os(EPIPE, "write the output");
	if (*err)
		return DTRACE_WORK_ERROR;
	if (dt_consumer_exited(d->tracing.consumer, NULL) || dt_session_targets_gone(d))
		return DTRACE_WORK_DONE;
	return DTRACE_WORK_OKAY;
}

enum dtrace_work dtrace_work_now(struct dtrace *d, struct dt_error **err)
{
	enum dtrace_work ret;

	if (!err)
		return DTRACE_WORK_ERROR;
	*err = dt_session_enter(d, d);
	if (!*err && !d->tracing.consumer)
		*err = dt_error_new(DT_ERR_USAGE, "tracing has not begun");
	if (*err)
		return DTRACE_WORK_ERROR;
	if (d->tracing.stopped)
		return DTRACE_WORK_DONE;
	DT_SESSION_CALL(d);
	ret = handle_events(d, err);
	if (ret == DTRACE_WORK_OKAY)
		dt_session_rearm(d);
	else
		dt_session_wait_end(d);
	return ret;
}

enum dtrace_work dtrace_work(struct dtrace *d, struct dt_error **err)
{
	struct pollfd p = {.fd = dtrace_fd(d), .events = POLLIN};

	if (p.fd >= 0 && !d->output.n_calls && !d->tracing.stopped)
		poll(&p, 1, WORK_MS);
	return dtrace_work_now(d, err);
}

/** Counts the firings that the kernel skipped. It skips a program on a CPU where another one is
 * active or a map is being changed; only the event's own counter includes these firings. */
static uint64_t count_skipped(struct dtrace *d)
{
	uint64_t occurred = dt_links_occurred(&d->loaded->links), fired = 0;
	const struct dt_cpu *cpus;

	if (!d->loaded->links.counted.len)
		return 0;
	cpus = d->loaded->maps.memory[DT_MAP_CPUS];
	for (unsigned cpu = 0; cpu < d->loaded->maps.store.n_cpus; cpu++)
		fired += cpus[cpu].fired;
	return occurred > fired ? occurred - fired : 0;
}

static struct dt_error *stop_tracing(struct dtrace *d, bool impatient)
{
	dt_session_feed_end(d);
	d->tracing.stopped = true;
	dt_session_wait_until(d, UINT64_MAX);
	dt_session_wait_taken(d);
	dt_session_gate_open(d);
	d->loaded->skipped = count_skipped(d);
	dt_session_set_active(d, false);
	dt_session_inside_detach(d);
	// Probes that are still being detached fire, but their programs do nothing.
	if (!dt_links_close(&d->loaded->links, PROMPT_MS))
		dt_await_programs();
	if (impatient)
		return NULL;
	// Empties the rings first, so that END has room.
	DT_TRY(dt_consumer_work(d->tracing.consumer, true));
	DT_TRY(explained(dt_session_run_probe(d, DT_PROBE_END)));
	DT_TRY(dt_consumer_work(d->tracing.consumer, true));
	DT_TRY(dt_consumer_finish(d->tracing.consumer, true));
	if (fflush(d->output.out))
		return dt_error_os(errno, "write the output");
	DT_TRY(dt_session_feed_report(d));
	dt_session_following_report(d);
	d->loaded->links.is_held = dt_consumer_is_held(d->tracing.consumer);
	dt_links_deinit(&d->loaded->links);
	return NULL;
}

struct dt_error *dtrace_stop(struct dtrace *d, bool impatient)
{
	DT_TRY(dt_session_enter(d, d));
	DT_SESSION_CALL(d);
	return d->tracing.going && !d->tracing.stopped ? stop_tracing(d, impatient) : NULL;
}

void dtrace_salvage(struct dtrace *d)
{
	if (d && d->tracing.consumer)
		dt_consumer_salvage(d->tracing.consumer);
}

int dtrace_exit_status(const struct dtrace *d)
{
	int status = 0;

	if (d && d->tracing.consumer)
		dt_consumer_exited(d->tracing.consumer, &status);
	return status;
}

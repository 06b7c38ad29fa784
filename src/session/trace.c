/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Opening a session, and tracing: load, BEGIN, attach, consume, stop, END.
 *
 * Order is kept by one word, dt_ctl.active: programs other than BEGIN and END do nothing unless it
 * is set. BEGIN runs before it is set, END after it is cleared and everything is detached.
 */
#include "session/session.h"

#include "base/time.h"

#include <bpf/bpf.h>
#include <errno.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
	WORK_MS = 1000,
	BEGIN_PROBE_ID = 1, // provider/dtrace.c
	END_PROBE_ID = 2,
};

void dt_session_message(struct dtrace *d, const char *fmt, ...)
{
	dt_cleanup(dt_free_p) char *text = NULL;
	va_list ap;

	va_start(ap, fmt);
	text = dt_vasprintf(fmt, ap);
	va_end(ap);
	if (d->message)
		d->message(d->message_arg, text);
}

void dt_session_debug(struct dtrace *d, const char *fmt, ...)
{
	dt_cleanup(dt_free_p) char *text = NULL;
	va_list ap;

	if (!d->options.v[DT_OPT_debug])
		return;
	va_start(ap, fmt);
	text = dt_vasprintf(fmt, ap);
	va_end(ap);
	dt_session_message(d, "DEBUG %llu us: %s",
			   (unsigned long long)(dt_now() - d->opened) / 1000, text);
}

struct dt_error *dtrace_open(struct dtrace **ret)
{
	struct dtrace *d = dt_zalloc(sizeof(*d));

	dt_options_init(&d->options);
	d->maps.btf_fd = -1;
	d->wake_fd = d->interrupt_fd = d->thread_exit.prog_fd = -1;
	d->links.stop = &d->interrupted;
	d->out = stdout;
	d->opened = dt_now();
	dt_session_compile_init(d);
	*ret = d;
	return NULL;
}

void dtrace_close(struct dtrace *d)
{
	if (!d)
		return;
	dt_links_deinit(&d->links);
	dt_session_targets_deinit(d);
	dt_consumer_destroy(d->consumer);
	dt_session_wake_deinit(d);
	dt_session_retain_deinit(d);
	dt_session_generate_deinit(d);
	dt_maps_deinit(&d->maps);
	dt_session_compile_deinit(d);
	dt_options_deinit(&d->options);
	for (size_t i = 0; i < d->argc; i++)
		free(d->argv[i]);
	free(d->argv);
	free(d);
}

struct dt_error *dtrace_setopt(struct dtrace *d, const char *name, const char *value)
{
	dt_cleanup(dt_free_p) char *note = NULL;

	DT_TRY(dt_options_set(&d->options, name, value, DT_ORIGIN_CLI, d->going, &note));
	if (note)
		dt_session_message(d, "%s", note);
	return NULL;
}

int64_t dtrace_getopt(const struct dtrace *d, const char *name)
{
	for (int i = 0; i < DT_N_OPTIONS; i++)
		if (!strcmp(dt_option_table[i].name, name))
			return d->options.v[i];
	return 0;
}

void dtrace_set_output(struct dtrace *d, FILE *out)
{
	d->out = out;
}

void dtrace_set_message_handler(struct dtrace *d, void (*fn)(void *arg, const char *text),
				void *arg)
{
	d->message = fn;
	d->message_arg = arg;
}

void dtrace_set_args(struct dtrace *d, const char *const *argv, size_t argc)
{
	d->argv = dt_zalloc((argc + 1) * sizeof(*d->argv));
	d->argc = argc;
	for (size_t i = 0; i < argc; i++)
		d->argv[i] = dt_strdup(argv[i]);
}

static struct dt_error *load_one(struct dtrace *d, struct dt_ir_prog *ir, struct dt_bpf_code *code,
				 int *fd)
{
	bool want_log = d->options.v[DT_OPT_bpflog];
	dt_cleanup(dt_free_p) char *log = NULL;
	struct dt_error *err = dt_bpf_load(ir, code, &d->maps, want_log, !d->careful, fd, &log);

	dt_session_debug(d, "program %s: %zu instructions, %s", ir->name, code->n,
			 err ? "refused" : "loaded");
	if (log)
		dt_session_message(d, "%s", log);
	return err;
}

int dt_session_map(const struct dtrace *d, const char *name)
{
	for (size_t i = 0; i < d->desc->n_maps; i++)
		if (!strcmp(d->desc->maps[i].name, name))
			return d->maps.fds[i];
	return -1;
}

static struct dt_error *fill_dispatcher(struct dtrace *d, const struct dt_dispatcher *x)
{
	dt_vec_foreach (&d->groups, gp) {
		const struct dt_group *g = *gp;

		if (g->context != x->context)
			continue;
		dt_vec_foreach (&g->probes, p)
			DT_TRY(dt_maps_set_prog(&d->maps, x->map,
						x->context->dispatch_slot(x->context, (*p)->id),
						g->prog_fd));
	}
	return NULL;
}

/** The programs of a group; each that was cut off is put where the one before it jumps to. */
static struct dt_error *load_group(struct dtrace *d, struct dt_group *g)
{
	const struct dt_ir_prog *before = g->ir;

	DT_TRY(load_one(d, g->ir, &g->code, &g->prog_fd));
	dt_vec_foreach (&g->parts, part) {
		DT_TRY(load_one(d, part->ir, &part->code, &part->prog_fd));
		DT_TRY(
		    dt_maps_set_prog(&d->maps, before->next_map, before->next_slot, part->prog_fd));
		before = part->ir;
	}
	return NULL;
}

static struct dt_error *load_all(struct dtrace *d)
{
	DT_TRY(
	    dt_maps_create(d->desc->maps, d->desc->n_maps, d->options.v[DT_OPT_strsize], &d->maps));
	d->ctl = d->maps.memory[DT_MAP_CTL];
	dt_session_debug(d, "%zu maps, %u of %u CPUs online", d->desc->n_maps, d->maps.n_online,
			 d->maps.n_cpus);
	dt_vec_foreach (&d->groups, g)
		DT_TRY(load_group(d, *g));
	dt_vec_foreach (&d->dispatchers, x) {
		DT_TRY(load_one(d, (*x)->ir, &(*x)->code, &(*x)->prog_fd));
		DT_TRY(fill_dispatcher(d, *x));
	}
	if (d->vtime.ir)
		DT_TRY(load_one(d, d->vtime.ir, &d->vtime.code, &d->vtime.prog_fd));
	if (d->thread_exit.ir)
		DT_TRY(
		    load_one(d, d->thread_exit.ir, &d->thread_exit.code, &d->thread_exit.prog_fd));
	return NULL;
}

/** What the verifier finds too complex gets a second chance. */
static struct dt_error *load(struct dtrace *d)
{
	struct dt_error *err = load_all(d);

	if (!err || err->code != DT_ERR_TOO_COMPLEX)
		return err;
	dt_error_destroy(err);
	dt_maps_deinit(&d->maps);
	DT_TRY(dt_session_generate_carefully(d));
	return load_all(d);
}

static struct dt_probe_name probe_name(void *self, uint32_t id)
{
	const struct dtrace *d = self;
	const struct dt_enabled *e = dt_map_get(&d->enabled_by_id, &id, sizeof(id));
	const struct dt_probe *p =
	    e ? e->probe : dt_registry_by_id(&((struct dtrace *)self)->registry, id);

	if (!p)
		return (struct dt_probe_name){id, "", "", "", ""};
	return (struct dt_probe_name){id, p->prov, p->mod, p->func, p->name};
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
	const struct dtrace *d = self;
	uint64_t n = 0;

	dt_vec_foreach (&d->groups, g)
		n += dt_bpf_misses((*g)->prog_fd);
	dt_vec_foreach (&d->dispatchers, x)
		n += dt_bpf_misses((*x)->prog_fd);
	return n;
}

static struct dt_error *create_consumer(struct dtrace *d)
{
	struct dt_consume_config config = {
	    .program = d->desc,
	    .options = &d->options,
	    .map_fds = d->maps.fds,
	    .map_memory = d->maps.memory,
	    .n_online = d->maps.n_online,
	    .n_cpus = d->maps.n_cpus,
	    .target = dt_session_target(d),
	    .wake_fd = d->wake_fd,
	    .self = d,
	    .probe = probe_name,
	    .epid = probe_epid,
	    .message = consumer_message,
	    .misses = program_misses,
	    .out = d->out,
	};

	return dt_consumer_create(&config, &d->consumer);
}

/** Wall clock minus the clock of bpf_ktime_get_ns(). */
static uint64_t wall_offset(void)
{
	struct timespec wall, mono;

	clock_gettime(CLOCK_REALTIME, &wall);
	clock_gettime(CLOCK_MONOTONIC, &mono);
	return (wall.tv_sec - mono.tv_sec) * 1000000000LL + (wall.tv_nsec - mono.tv_nsec);
}

/** Run the program of a probe of the dtrace provider, if it is enabled. */
static struct dt_error *run_probe(struct dtrace *d, uint32_t id)
{
	dt_vec_foreach (&d->groups, g) {
		if ((*g)->context->in_consumer && (*g)->probes.data[0]->id == id)
			return dt_bpf_run((*g)->prog_fd);
	}
	return NULL;
}

typedef dt_vec(struct dt_attachment) attachments;

/** What of one provider attaches: dispatchers, and groups without one. */
static void collect_attachments(struct dtrace *d, const struct dt_provider *p, attachments *out)
{
	int cpu = d->options.set[DT_OPT_cpu] ? (int)d->options.v[DT_OPT_cpu] : -1;

	dt_vec_foreach (&d->dispatchers, xp) {
		struct dt_dispatcher *x = *xp;

		if (x->probes.data[0]->provider == p)
			dt_vec_push(out, (struct dt_attachment){x->context, x->probes.data,
								x->probes.len, x->prog_fd, cpu});
	}
	dt_vec_foreach (&d->groups, gp) {
		struct dt_group *g = *gp;
		bool dispatched = false;

		dt_vec_foreach (&d->dispatchers, x)
			dispatched |= (*x)->context == g->context;
		if (!dispatched && g->probes.data[0]->provider == p)
			dt_vec_push(out, (struct dt_attachment){g->context, g->probes.data,
								g->probes.len, g->prog_fd, cpu});
	}
}

/** Before any probe: accounts begin with the first switch of threads that is seen. */
static struct dt_error *attach_vtime(struct dtrace *d)
{
	int fd;

	if (!d->vtime.ir)
		return NULL;
	fd = bpf_raw_tracepoint_open("sched_switch", d->vtime.prog_fd);
	if (fd < 0)
		return dt_error_os(-fd, "attach to sched_switch, which vtimestamp needs");
	dt_vec_push(&d->links.fds, fd);
	return NULL;
}

static struct dt_error *attach_thread_exit(struct dtrace *d)
{
	int fd = bpf_raw_tracepoint_open("sched_process_exit", d->thread_exit.prog_fd);

	if (fd < 0)
		return dt_error_os(-fd, "attach to sched_process_exit, which self-> arrays need");
	dt_vec_push(&d->links.fds, fd);
	return NULL;
}

enum { CROWD = 1000000, VISITS_PER_SECOND = 400000 };

/** Attaching cannot be undone faster than it is done: say so before. */
static void warn_of_cost(struct dtrace *d)
{
	if (d->options.v[DT_OPT_nowarn])
		return;
	struct dt_attach_cost c = dt_attach_cost_measure(&d->registry);
	size_t visits = c.places * c.processes;

	if (visits >= CROWD)
		dt_session_message(
		    d,
		    "warning: %zu places in %s, which %zu processes map: attaching takes about "
		    "%zu seconds, detaching as many, and every fork of this machine waits "
		    "meanwhile (-x nowarn silences this)",
		    c.places, c.path, c.processes, visits / VISITS_PER_SECOND);
}

static struct dt_error *attach_all(struct dtrace *d)
{
	struct dt_error *err = attach_vtime(d);

	warn_of_cost(d);
	if (!err)
		err = dt_session_follow_attach(d);
	for (size_t i = 0; i < dt_provider_count && !err; i++) {
		const struct dt_provider *p = dt_provider_table[i];
		attachments list = {0};

		if (!(p->flags & DT_PF_CONSUMER))
			collect_attachments(d, p, &list);
		if (list.len)
			dt_session_debug(d, "attaching %zu programs of provider %s",
					 (size_t)list.len, p->name);
		if (list.len)
			err = p->attach(list.data, list.len, &d->links);
		dt_vec_deinit(&list);
	}
	if (d->interrupted)
		dt_session_debug(d, "attaching was interrupted");
	// Last, so that it runs behind the user's own probes on a thread's end.
	if (!err && d->thread_exit.ir)
		err = attach_thread_exit(d);
	return err;
}

static struct dt_error *check_destructive(const struct dtrace *d)
{
	if (!dt_lower_is_destructive(d->lower))
		return NULL;
	if (!d->options.v[DT_OPT_destructive])
		return dt_error_new(DT_ERR_USAGE,
				    "could not enable tracing: Destructive actions not allowed "
				    "(use -w to allow them)");
	if (dt_lower_writes_user(d->lower) && dt_feature(DT_FEAT_RAW_TP) &&
	    !dt_feature(DT_FEAT_WRITE_USER))
		return dt_error_new(
		    DT_ERR_UNSUPPORTED,
		    "could not enable tracing: copyout( ) and copyoutstr( ) are not "
		    "available: this kernel, locked down or without the helper, lets "
		    "no BPF program write to a process's memory");
	return NULL;
}

struct dt_error *dt_session_enable(struct dtrace *d)
{
	DT_TRY(check_destructive(d));
	DT_TRY(dt_error_wrap(load(d), "could not enable tracing"));
	d->ctl->wall_offset = wall_offset();
	DT_TRY(dt_session_consume(d));
	DT_TRY(dt_error_wrap(run_probe(d, BEGIN_PROBE_ID), "could not enable tracing"));
	if (d->ctl->exited)
		return NULL;
	DT_TRY(dt_session_retain_init(d));
	DT_TRY(dt_error_wrap(attach_all(d), "could not enable tracing"));
	return dt_session_retain_begin(d);
}

struct dt_error *dt_session_consume(struct dtrace *d)
{
	d->ctl = d->maps.memory[DT_MAP_CTL];
	DT_TRY(dt_session_wake_init(d));
	DT_TRY(create_consumer(d));
	d->going = true;
	return NULL;
}

void dt_session_activate(struct dtrace *d)
{
	if (!d->ctl->exited)
		__atomic_store_n(&d->ctl->active, 1, __ATOMIC_SEQ_CST);
}

struct dt_error *dtrace_go(struct dtrace *d)
{
	DT_TRY(dt_session_generate(d));
	DT_TRY(dt_session_enable(d));
	if (d->ctl->exited)
		return NULL;
	dt_session_activate(d);
	dt_session_debug(d, "tracing has begun");
	return dt_session_targets_release(d);
}

enum dtrace_work dtrace_work(struct dtrace *d, struct dt_error **err)
{
	*err = dt_consumer_work(d->consumer, WORK_MS, false);
	if (!*err)
		*err = dt_session_retain_work(d);
	if (!*err && dt_session_reader_gone(d))
		*err = dt_error_os(EPIPE, "write the output");
	if (*err)
		return DTRACE_WORK_ERROR;
	if (dt_consumer_exited(d->consumer, NULL) || dt_session_targets_gone(d))
		return DTRACE_WORK_DONE;
	return DTRACE_WORK_OKAY;
}

struct dt_error *dtrace_stop(struct dtrace *d, bool impatient)
{
	if (!d->going || d->stopped)
		return NULL;
	d->stopped = true;
	__atomic_store_n(&d->ctl->active, 0, __ATOMIC_SEQ_CST);
	dt_links_deinit(&d->links);
	if (impatient)
		return NULL;
	// What was traced leaves the rings first: END finds room in them.
	DT_TRY(dt_consumer_work(d->consumer, 0, true));
	DT_TRY(run_probe(d, END_PROBE_ID));
	DT_TRY(dt_consumer_work(d->consumer, 0, true));
	return dt_consumer_finish(d->consumer, true);
}

int dtrace_exit_status(const struct dtrace *d)
{
	int status = 0;

	if (d->consumer)
		dt_consumer_exited(d->consumer, &status);
	return status;
}

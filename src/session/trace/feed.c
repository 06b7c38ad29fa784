/* SPDX-License-Identifier: BSD-2-Clause */
#include "session/process/process.h"
#include "session/program/program.h"
#include "session/trace/feed.h"
#include "session/trace/gate.h"

#include "base/time.h"

#include <errno.h>

enum {
	MS = 1000000,
	SLICE = 20 * MS,    // maximum time of looks between two rounds of the consumer
	FINISH = 1000 * MS, // maximum time of looks after tracing has ended
	SHARE = 20,	    // a process may take 1/SHARE of our time, a target half;
	PAUSE = 1000 * MS,  // but it waits at most this long
	WALK = 1000 * MS,   // between two walks through all processes
	WINDOW = 50 * MS,   // period for counting reports;
	FLOOD = 256,	    // if there are more, the next reports do not end a wait
	REPORTED = 16384,   // known processes, until idle ones are forgotten
	ROUND = 50 * MS,    // that reports may wait in this case
	MAPPED = 512,	    // files of a process between two looks; more may be missed
};

/** To add a feed: a file with its descriptor, and a line here. */
static const struct dt_feed *const table[] = {&dt_feed_descendants, &dt_feed_retained,
					      &dt_feed_unwinding, &dt_feed_trace_ids};

void dt_session_feed_init(struct dtrace *d)
{
	struct dt_feeding *f = d->feeding;

	for (size_t i = 0; i < dt_array_len(table); i++) {
		if (!table[i]->is_wanted(d))
			continue;
		f->wanted |= 1u << i;
		f->looks |= table[i]->look != NULL;
		f->is_on |= table[i]->look || table[i]->work;
	}
	dt_watch_init(&f->watch, d->loaded->maps.store.n_present,
		      f->is_on ? DT_WATCH_EACH : DT_WATCH_HALF);
}

uint64_t dt_session_feed_due(const struct dtrace *d)
{
	const struct dt_feeding *f = d->feeding;
	uint64_t soon = dt_now() + ROUND, due = f->is_deaf ? soon : UINT64_MAX;

	if (f->walk_due)
		due = dt_earlier(due, f->walk_due);
	for (size_t i = 0; i < dt_array_len(table); i++)
		if (f->wanted & 1u << i && table[i]->due)
			due = dt_earlier(due, table[i]->due(d));
	dt_vec_foreach (&f->changed, r)
		due = dt_earlier(due, (*r)->due > soon ? (*r)->due : soon);
	return due;
}

// ---- reports

/** Returns the record of a process. For a new process, asks the feeds whether it concerns them. */
static struct dt_reported *record_of(struct dtrace *d, pid_t pid, bool is_followed)
{
	struct dt_feeding *f = d->feeding;
	struct dt_reported *r = dt_map_get(&f->reported, &pid, sizeof(pid));

	if (r)
		return r;
	r = dt_zalloc(sizeof(*r));
	r->pid = pid;
	r->is_followed = is_followed;
	dt_map_put(&f->reported, &pid, sizeof(pid), r);
	for (size_t i = 0; i < dt_array_len(table); i++)
		if (f->wanted & 1u << i && table[i]->look && table[i]->concerns(d, pid))
			r->feeds |= 1u << i;
	return r;
}

static void mark_changed(struct dtrace *d, pid_t pid)
{
	struct dt_reported *r = record_of(d, pid, false);

	if (!r->feeds || r->is_changed)
		return;
	r->is_changed = true;
	dt_vec_push(&d->feeding->changed, r);
}

static void forget_maps(struct dt_reported *r)
{
	dt_vec_foreach (&r->maps, m)
		free((char *)m->path);
	r->maps.len = 0;
}

static void destroy_reported(struct dt_reported *r)
{
	forget_maps(r);
	dt_vec_deinit(&r->maps);
	free(r);
}

static void forget_process(struct dt_feeding *f, struct dt_reported *r)
{
	f->n_late += r->is_suspect;
	dt_map_remove(&f->reported, &r->pid, sizeof(r->pid));
	destroy_reported(r);
}

static void remember_mapping(struct dt_reported *r, const struct dt_proc_mapping *m)
{
	dt_vec_foreach (&r->maps, known)
		if (known->inode == m->inode && known->major == m->major &&
		    known->minor == m->minor)
			return;
	if (!r->feeds || r->maps.len == MAPPED)
		return;
	dt_vec_push(&r->maps, *m);
	dt_vec_last(&r->maps).path = dt_strdup(m->path);
}

static void mapped(void *self, pid_t pid, const struct dt_proc_mapping *m)
{
	const struct dtrace *d = self;

	if (d->tracing.stopped || !m->inode || m->path[0] != '/')
		return;
	mark_changed(self, pid);
	remember_mapping(record_of(self, pid, false), m);
}

/** Handles a fork. The child's pid may have belonged to another process. The child is followed if
 * its parent is. This must be recorded now: at the next look the child may have ended, and programs
 * no longer know it. */
static void forked(void *self, pid_t parent, pid_t child)
{
	struct dtrace *d = self;
	struct dt_reported *r = dt_map_get(&d->feeding->reported, &child, sizeof(child));

	if (r && !r->is_changed)
		forget_process(d->feeding, r);
	if (dt_session_follows(d, parent))
		record_of(d, child, true);
}

static void ended(void *self, pid_t pid)
{
	struct dtrace *d = self;
	struct dt_reported *r = dt_map_get(&d->feeding->reported, &pid, sizeof(pid));

	if (!r)
		return;
	r->has_ended = true;
	if (!r->is_changed)
		forget_process(d->feeding, r);
}

static void lost(void *self, uint64_t n)
{
	struct dtrace *d = self;
	struct dt_feeding *f = d->feeding;

	if (n && !f->n_lost)
		dt_session_message(d, "reports of mapped files were lost, because there were too "
				      "many: dtrace probes these files with a delay");
	f->n_lost += n;
	if (!f->walk_due)
		f->walk_due = f->walked + WALK;
}

// ---- handling of changes

/** Forgets processes that wait for nothing. Their records can be rebuilt. */
static void forget_idle(struct dt_feeding *f)
{
	dt_vec(struct dt_reported *) idle = {0};
	const struct dt_map_entry *e;
	uint64_t now = dt_now();

	for (size_t pos = 0; (e = dt_map_next(&f->reported, &pos));) {
		struct dt_reported *r = e->value;

		if (!r->is_changed && r->due <= now)
			dt_vec_push(&idle, r);
	}
	dt_vec_foreach (&idle, r)
		forget_process(f, *r);
	dt_vec_deinit(&idle);
}

static void change_each(void *self, pid_t pid)
{
	mark_changed(self, pid);
}

/** Walks through all processes after reports were lost: any process may have changed. */
static struct dt_error *walk_processes(struct dtrace *d)
{
	struct dt_feeding *f = d->feeding;

	f->walk_due = 0;
	f->walked = dt_now();
	forget_idle(f); // a pid may now belong to another process
	return dt_proc_each(change_each, d);
}

static struct dt_error *look_at_process(struct dtrace *d, struct dt_reported *r)
{
	uint64_t begin = dt_now(), end, pause;

	r->is_changed = false;
	for (size_t i = 0; i < dt_array_len(table); i++)
		if (r->feeds & 1u << i)
			DT_TRY(table[i]->look(d, r));
	forget_maps(r);
	end = dt_now();
	pause = (end - begin) * (dt_session_is_target(d, r->pid) ? 1 : SHARE);
	r->due = end + (pause < PAUSE ? pause : PAUSE);
	return NULL;
}

static bool is_waiting(const struct dtrace *d, pid_t pid)
{
	dt_vec_foreach (&d->gatekeeper->waiting, known)
		if (*known == pid)
			return true;
	return false;
}

/** Looks at changed processes, either targets or others, until the time `until`. Ignores the pause
 * of a process if tracing has ended or the process waits at the gate. */
static struct dt_error *look_at(struct dtrace *d, bool targets, uint64_t until)
{
	struct dt_feeding *f = d->feeding;
	struct dt_error *err = NULL;
	size_t n = 0;

	for (size_t i = 0; i < f->changed.len; i++) {
		struct dt_reported *r = f->changed.data[i];
		uint64_t now = dt_now();

		if (err || now >= until ||
		    (now < r->due && !d->tracing.stopped && !is_waiting(d, r->pid)) ||
		    dt_session_is_target(d, r->pid) != targets) {
			f->changed.data[n++] = r;
			continue;
		}
		err = look_at_process(d, r);
		if (r->has_ended)
			forget_process(f, r);
	}
	f->changed.len = n;
	return err;
}

// ---- processes that wait

/** Clears the suspicion of processes at the gate: unless one gave up waiting, they have not run
 * newly mapped code. */
static void acquit_waiting(struct dtrace *d)
{
	dt_vec_foreach (&d->gatekeeper->waiting, pid) {
		struct dt_reported *r = dt_map_get(&d->feeding->reported, pid, sizeof(*pid));

		if (r && !d->gatekeeper->is_late)
			r->is_suspect = false;
	}
}

static struct dt_error *look_at_waiting(struct dtrace *d)
{
	dt_watch_read(&d->feeding->watch);
	if (d->gatekeeper->is_inside) // the kernel reports nothing
		dt_vec_foreach (&d->gatekeeper->waiting, pid)
			mark_changed(d, *pid);
	return look_at(d, true, UINT64_MAX);
}

static struct dt_error *serve_waiting(struct dtrace *d)
{
	struct dt_error *err;

	if (!dt_session_gate_receive(d))
		return NULL;
	acquit_waiting(d);
	dt_session_gate_answer(d, look_at_waiting, &err);
	acquit_waiting(d);
	d->gatekeeper->waiting.len = 0;
	return err;
}

/** Lets reports end a wait unless there were too many; then the next round handles them. If no feed
 * looks at processes at once, one is too many. */
static struct dt_error *listen_or_not(struct dtrace *d)
{
	struct dt_feeding *f = d->feeding;
	uint64_t now = dt_now();
	bool flood;

	if (now - f->window < WINDOW)
		return NULL;
	flood = f->watch.n_reports - f->n_before > (f->looks ? FLOOD : 0);
	f->window = now;
	f->n_before = f->watch.n_reports;
	if (flood == f->is_deaf)
		return NULL;
	f->is_deaf = flood;
	dt_vec_foreach (&f->watch.rings, r) {
		if (flood)
			dt_session_wait_remove(d, r->fd);
		else
			DT_TRY(dt_session_wait_add(d, r->fd));
	}
	return NULL;
}

// ---- interface to the session

struct dt_error *dt_session_feed_prepare(struct dtrace *d)
{
	struct dt_feeding *f = d->feeding;
	const struct dt_watch_listener listener = {d, mapped, NULL, forked, ended, lost};

	for (size_t i = 0; i < dt_array_len(table); i++)
		if (f->wanted & 1u << i && table[i]->prepare)
			table[i]->prepare(d);
	if (f->looks && !dt_watch_listen(&f->watch, &listener))
		dt_session_message(d, "this kernel does not report the files that processes map: "
				      "files that are mapped later are not probed");
	dt_vec_foreach (&f->watch.rings, r)
		DT_TRY(dt_session_wait_add(d, r->fd));
	return NULL;
}

struct dt_error *dt_session_feed_cpu(struct dtrace *d, unsigned cpu)
{
	struct dt_watch *w = &d->feeding->watch;
	size_t before = w->rings.len;

	if (!dt_watch_cpu(w, cpu))
		return dt_error_os(errno, "watch its processes");
	if (w->rings.len == before || d->feeding->is_deaf)
		return NULL;
	return dt_session_wait_add(d, dt_vec_last(&w->rings).fd);
}

struct dt_error *dt_session_feed_begin(struct dtrace *d)
{
	if (!d->feeding->is_on)
		return NULL;
	// A running process may have mapped files since its description was matched.
	dt_vec_foreach (&d->targets->list, t)
		if (!t->created)
			mark_changed(d, t->pid);
	return look_at(d, true, UINT64_MAX);
}

struct dt_error *dt_session_feed_work(struct dtrace *d)
{
	struct dt_feeding *f = d->feeding;
	uint64_t begin;

	if (!f->is_on)
		return NULL;
	DT_TRY(serve_waiting(d));
	dt_watch_read(&f->watch);
	DT_TRY(listen_or_not(d));
	if (f->walk_due && f->walk_due <= dt_now())
		DT_TRY(walk_processes(d));
	if (f->reported.len > REPORTED + f->changed.len)
		forget_idle(f);
	for (size_t i = 0; i < dt_array_len(table); i++)
		if (f->wanted & 1u << i && table[i]->work)
			table[i]->work(d);
	begin = dt_now();
	DT_TRY(look_at(d, true, begin + SLICE));
	return look_at(d, false, begin + SLICE);
}

void dt_session_feed_end(struct dtrace *d)
{
	if (d->feeding->is_on)
		dt_watch_read(&d->feeding->watch);
}

/** Writes "1 process" or "2 processes", and returns it. */
static const char *count_processes(size_t n, char ret[48])
{
	snprintf(ret, 48, "%zu process%s", n, n == 1 ? "" : "es");
	return ret;
}

static const char *they_have(size_t n)
{
	return n == 1 ? "it has" : "they have";
}

struct dt_error *dt_session_feed_report(struct dtrace *d)
{
	struct dt_feeding *f = d->feeding;
	uint64_t until = dt_now() + FINISH;
	char count[48];
	const struct dt_map_entry *e;

	DT_TRY(look_at(d, true, until));
	DT_TRY(look_at(d, false, until));
	for (size_t pos = 0; (e = dt_map_next(&f->reported, &pos));)
		f->n_late += ((const struct dt_reported *)e->value)->is_suspect;
	if (f->n_late)
		dt_session_message(d,
				   "%s had run before dtrace attached probes to the files that %s "
				   "mapped: the trace lacks that part",
				   count_processes(f->n_late, count), they_have(f->n_late));
	if (f->changed.len)
		dt_session_message(
		    d,
		    "tracing ended before dtrace examined %s: the trace may lack files "
		    "that %s mapped last",
		    count_processes(f->changed.len, count), they_have(f->changed.len));
	return NULL;
}

void dt_session_feed_deinit(struct dtrace *d)
{
	struct dt_feeding *f = d->feeding;
	const struct dt_map_entry *e;

	dt_watch_deinit(&f->watch);
	for (size_t pos = 0; (e = dt_map_next(&f->reported, &pos));)
		destroy_reported(e->value);
	dt_map_deinit(&f->reported);
	dt_map_deinit(&f->attached);
	dt_map_deinit(&f->trace_files);
	dt_vec_deinit(&f->changed);
}

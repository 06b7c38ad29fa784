/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The keeper does the work that must not be interrupted. It holds a second descriptor of each link,
 * so the keeper removes the breakpoints, not the tracer. If the keeper dies meanwhile, breakpoints
 * stay in the code of processes as traps that belong to no probe. The tracer then attaches the same
 * probes again and removes them, which restores the code: the kernel takes an existing trap for its
 * own and restores the instruction from the file.
 *
 * The tracer continues a stopped keeper. If the keeper stays stopped for a long time, as in a
 * debugger, the tracer kills it and does the work itself. At the end the tracer exits without
 * waiting for the keeper in two cases. First, the kernel blocks the keeper: a program that sleeps
 * at a probe, for a page that never arrives, delays the removal of all breakpoints of the machine.
 * Second, the user has requested the end, as by ^C, and there is much to remove.
 *
 * Decision: docs/dev/decisions/0017-pid-probes-by-multi-links.md
 * Decision: docs/dev/decisions/0079-links-end-with-processes.md
 * Decision: docs/dev/decisions/0061-locked-mappings-named.md
 */
#include "provider/uprobe/keeper.h"

#include "base/host/install.h"
#include "base/read/stream.h"
#include "base/time.h"
#include "base/vec.h"
#include "keeper/protocol.h"
#include "symbols/process/proc.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
	NUDGE_MS = 200,	  // of silence, then the keeper gets SIGCONT
	SLOW_MS = 10000,  // of silence, then the user gets a message
	HELD_MS = 1000,	  // of silence while a program waits, then dtrace ends without the keeper
	STUCK_MS = 60000, // of silence, then a keeper that is still stopped is given up
	LEAVE_MS = 100,	  // to wait for a link when tracing is ending
	HURRY_MS = 200,	  // to wait for all removals when the user has requested the end
	NS_PER_MS = 1000000,
};

/** A created link, in case it must be created again. */
struct made {
	int program; // descriptor of the caller
	int file;    // ours
	uint32_t event_type;
	size_t n;
	uint64_t *offsets, *semaphores; // one allocation
};

struct dt_keeper {
	pid_t pid;
	int pidfd;
	int stream;   // -1: it has ended, or failed to start
	bool is_slow; // and the user got a message
	bool is_released;
	bool is_late; // it is still creating the last link; the tracer did not wait
	int silent;   // ms
	size_t done;  // links that it has reported as detached
	dt_vec(struct made) made;
};

enum outcome { READY, STUCK, LATE };

static void report_text(const struct dt_keeper_listener *l, const char *fmt, ...)
    dt_printf_like(2, 3);

static void report_text(const struct dt_keeper_listener *l, const char *fmt, ...)
{
	dt_cleanup(dt_free_p) char *text = NULL;
	va_list ap;

	va_start(ap, fmt);
	text = dt_vasprintf(fmt, ap);
	va_end(ap);
	if (l->message)
		l->message(l->self, text);
}

// ---- the process

struct dt_keeper *dt_keeper_create(const struct dt_keeper_listener *listener)
{
	struct dt_keeper *k = dt_zalloc(sizeof(*k));
	dt_cleanup(dt_free_p) char *path = dt_installed(DT_INSTALLED_KEEPER);
	char *const environment[] = {NULL};
	int failed;

	k->stream = k->pidfd = -1;
	failed = dt_stream_spawn(path, DT_KEEPER_NAME, environment, &k->pid, &k->stream);
	if (failed) {
		report_text(listener,
			    "failed to start %s: %s; killing dtrace now may break the processes "
			    "that it traces",
			    path, strerror(failed));
		return k;
	}
	k->pidfd = (int)syscall(SYS_pidfd_open, k->pid, 0);
	return k;
}

static bool has_no_stream(const struct dt_keeper *k)
{
	return k->stream < 0;
}

static void signal_keeper(const struct dt_keeper *k, int sig)
{
	if (k->pidfd >= 0)
		syscall(SYS_pidfd_send_signal, k->pidfd, sig, NULL, 0);
}

/** Waits for a keeper that has ended or is ending. It sends nothing more. */
static void reap_keeper(struct dt_keeper *k)
{
	if (has_no_stream(k))
		return;
	close(k->stream);
	k->stream = -1;
	while (waitpid(k->pid, NULL, 0) < 0 && errno == EINTR)
		;
	dt_close_p(&k->pidfd);
	k->pidfd = -1;
}

/** Reports whether the keeper is stopped in spite of SIGCONT, as by a debugger. A keeper that waits
 *  for the kernel is not stopped. */
static bool is_keeper_stopped(const struct dt_keeper *k)
{
	struct dt_proc_status status;

	return dt_proc_status(k->pid, &status) && status.is_stopped;
}

/** Reports whether the keeper finishes without help: it is neither stopped nor killed. */
static bool is_well(const struct dt_keeper *k)
{
	struct dt_proc_status status;

	return dt_proc_status(k->pid, &status) && !status.is_stopped && !status.is_killed;
}

/** Asks for the mappings of a process: if the kernel waits because the process keeps them locked,
 *  timed.h reports it. */
static void read_mappings(void *self, pid_t pid)
{
	struct dt_proc_mapping m;
	struct dt_proc_maps maps;

	if (!dt_proc_maps_open(&maps, pid))
		return;
	dt_proc_maps_next(&maps, &m);
	dt_proc_maps_close(&maps);
}

static void continue_keeper(struct dt_keeper *k, const struct dt_keeper_listener *listener)
{
	signal_keeper(k, SIGCONT);
	if (k->silent < SLOW_MS || k->is_slow)
		return;
	k->is_slow = true;
	report_text(listener,
		    "process %d, which attaches and detaches the probes, makes no "
		    "progress",
		    (int)k->pid);
	dt_error_destroy(dt_proc_each(read_mappings, NULL));
}

/** Waits until the keeper sends data or ends, and returns READY. Returns LATE after `ms`, unless
 *  that is negative, or when `stop` says that tracing is ending; STUCK if the keeper stays stopped.
 */
static enum outcome await_keeper(struct dt_keeper *k, int ms, const volatile sig_atomic_t *stop,
				 const struct dt_keeper_listener *listener)
{
	struct pollfd p = {.fd = k->stream, .events = POLLIN};
	int stopping = 0;

	for (;;) {
		int step = ms >= 0 && ms < NUDGE_MS ? ms : NUDGE_MS, n = poll(&p, 1, step);

		if (n > 0 || (n < 0 && errno != EINTR)) {
			k->silent = 0;
			return READY;
		}
		k->silent += step;
		stopping = stop && *stop ? stopping + step : 0;
		ms = ms < 0 ? ms : ms - step;
		if (k->silent >= NUDGE_MS)
			continue_keeper(k, listener);
		if (k->silent >= STUCK_MS && is_keeper_stopped(k))
			return STUCK;
		if (!ms || stopping > LEAVE_MS)
			return LATE;
	}
}

// ---- requests

static void remember_links(struct dt_keeper *k, const struct dt_uprobe_request *q, int file)
{
	struct made m = {
	    .program = q->program, .file = file, .event_type = q->event_type, .n = q->n};
	size_t size = q->n * sizeof(uint64_t);

	m.offsets = dt_malloc(2 * size);
	m.semaphores = m.offsets + q->n;
	memcpy(m.offsets, q->offsets, size);
	memcpy(m.semaphores, q->semaphores, size);
	dt_vec_push(&k->made, m);
}

static bool receive_link(struct dt_keeper *k, int *link, int *failed)
{
	return dt_stream_receive_fds(k->stream, failed, sizeof(*failed), link, 1);
}

static bool send_request(struct dt_keeper *k, const struct dt_uprobe_request *q, int file)
{
	struct dt_keeper_header h = {q->n, q->event_type, q->pid};
	const int fds[DT_KEEPER_N_SENT] = {
	    [DT_KEEPER_PROGRAM] = q->program, [DT_KEEPER_FILE] = file};
	size_t size = q->n * sizeof(uint64_t);

	return dt_stream_send_fds(k->stream, &h, sizeof(h), fds, DT_KEEPER_N_SENT) &&
	       dt_stream_send(k->stream, q->offsets, size) &&
	       dt_stream_send(k->stream, q->cookies, size) &&
	       dt_stream_send(k->stream, q->semaphores, size);
}

/** Makes the keeper create a link. READY: *link is a descriptor, or -1 with *failed. STUCK: the
 *  keeper has ended or stays stopped. */
static enum outcome request_link(struct dt_keeper *k, const struct dt_uprobe_request *q, int file,
				 int *link, int *failed, const struct dt_keeper_listener *listener)
{
	enum outcome o = STUCK;

	if (send_request(k, q, file))
		o = await_keeper(k, -1, listener->stop, listener);
	return o == READY && !receive_link(k, link, failed) ? STUCK : o;
}

/** Kills the keeper; the tracer does its work from now on. */
static void give_up(struct dt_keeper *k, const struct dt_keeper_listener *listener)
{
	signal_keeper(k, SIGKILL);
	reap_keeper(k);
	report_text(listener,
		    "process %d, which attaches and detaches the probes, was killed: killing "
		    "dtrace now may break the processes that it traces",
		    (int)k->pid);
}

int dt_keeper_link(struct dt_keeper **kp, const struct dt_uprobe_request *q,
		   const struct dt_keeper_listener *listener)
{
	struct dt_keeper *k = *kp ? *kp : (*kp = dt_keeper_create(listener));
	int file, link = -1, failed = 0;

	if (has_no_stream(k))
		return dt_uprobe_link(q);
	errno = EINTR;
	file = k->is_late ? -1 : open(q->path, O_PATH | O_CLOEXEC);
	if (file < 0)
		return -1;
	switch (request_link(k, q, file, &link, &failed, listener)) {
	case READY:
		break;
	case STUCK:
		close(file);
		give_up(k, listener);
		return dt_uprobe_link(q);
	case LATE:
		k->is_late = true;
		failed = EINTR;
	}
	if (link >= 0 || k->is_late)
		remember_links(k, q, file);
	else
		close(file);
	errno = failed;
	return link;
}

void dt_keeper_hold(struct dt_keeper *k, int fd)
{
	struct dt_keeper_header h = {0};

	if (!has_no_stream(k)) // if it ends meanwhile, closing is slow but correct
		dt_stream_send_fds(k->stream, &h, sizeof(h), &fd, 1);
}

// ---- the end

static void forget_last(struct dt_keeper *k)
{
	struct made *m = &dt_vec_last(&k->made);

	close(m->file);
	free(m->offsets);
	k->made.len--;
}

/** Receives the answer for the late link. */
static void take_late(struct dt_keeper *k)
{
	int link = -1, failed = 0;

	k->is_late = false;
	if (!receive_link(k, &link, &failed))
		return;
	if (link >= 0)
		close(link);
	else
		forget_last(k);
}

/** Reports progress. The keeper removes links in order of creation, a few at a time. */
static void report_detached(const struct dt_keeper *k, const struct dt_keeper_listener *listener)
{
	size_t places = 0, all = 0;

	for (size_t i = 0; i < k->made.len; i++) {
		all += k->made.data[i].n;
		places += i < k->done ? k->made.data[i].n : 0;
	}
	if (listener->detached)
		listener->detached(listener->self, places, all);
}

/** Receives data from the keeper. Returns false if it has ended. */
static bool listen_to(struct dt_keeper *k, const struct dt_keeper_listener *listener)
{
	char counts[4096];
	ssize_t n;

	if (k->is_late) {
		take_late(k);
		return true;
	}
	n = recv(k->stream, counts, sizeof(counts), MSG_DONTWAIT);
	if (n <= 0)
		return n && (errno == EINTR || errno == EAGAIN);
	k->done += (size_t)n;
	report_detached(k, listener);
	return true;
}

/** Attaches the same probes again, in every process, and removes them. */
static bool make_again(const struct made *m)
{
	static const char format[] = "/proc/self/fd/%d";
	dt_cleanup(dt_free_p) char *path = dt_asprintf(format, m->file);
	dt_cleanup(dt_free_p) uint64_t *cookies = dt_zalloc(m->n * sizeof(*cookies));
	const struct dt_uprobe_request q = {.program = m->program,
					    .path = path,
					    .event_type = m->event_type,
					    .n = m->n,
					    .offsets = m->offsets,
					    .cookies = cookies,
					    .semaphores = m->semaphores};
	int link = dt_uprobe_link(&q);

	if (link >= 0)
		close(link);
	return link >= 0;
}

static void restore_probes(const struct dt_keeper *k, const struct dt_keeper_listener *listener)
{
	bool ok = true;

	dt_vec_foreach (&k->made, m)
		ok = make_again(m) && ok;
	report_text(listener, "process %d was killed while it detached the probes: %s", (int)k->pid,
		    ok ? "dtrace has detached them itself"
		       : "some could not be detached, and may end the processes that run there");
}

static void destroy_keeper(struct dt_keeper *k)
{
	dt_vec_foreach (&k->made, m) {
		close(m->file);
		free(m->offsets);
	}
	dt_vec_deinit(&k->made);
	free(k);
}

static void close_each(const int *fds, size_t n)
{
	for (size_t i = 0; i < n; i++)
		close(fds[i]);
}

/** Reports whether the keeper has ended without a request. */
static bool has_ended(const struct dt_keeper *k)
{
	struct pollfd p = {.fd = k->stream, .events = POLLIN};

	return !k->is_late && poll(&p, 1, 0) == 1; // it sends no data without a request
}

void dt_keeper_release(struct dt_keeper *k, const int *fds, size_t n)
{
	if (k && k->is_released)
		return;
	if (k && !has_no_stream(k) && has_ended(k))
		reap_keeper(k);
	if (k)
		k->is_released = true;
	if (k && has_no_stream(k)) {
		dt_keeper_close_all(fds, n, DT_KEEPER_CLOSERS, NULL, NULL);
		return;
	}
	close_each(fds, n);
	if (k)
		shutdown(k->stream, SHUT_WR);
}

bool dt_keeper_wait(struct dt_keeper *k, int ms, const struct dt_keeper_listener *listener)
{
	uint64_t end = dt_now() / NS_PER_MS + (uint64_t)(ms < 0 ? 0 : ms);

	if (!k || has_no_stream(k))
		return true;
	for (;;) {
		uint64_t now = dt_now() / NS_PER_MS;
		int left = ms < 0 ? -1 : end > now ? (int)(end - now) : 0;

		switch (await_keeper(k, left, NULL, listener)) {
		case READY:
			if (listen_to(k, listener))
				continue;
			return true;
		case STUCK:
			return true;
		case LATE:
			return false;
		}
	}
}

/** Waits for the keeper to finish. Returns false if the keeper will finish later without help. */
static bool await_detaching(struct dt_keeper *k, const struct dt_keeper_listener *listener)
{
	int limit = listener->is_held ? HELD_MS : SLOW_MS;

	while (!dt_keeper_wait(k, HURRY_MS, listener))
		if ((listener->stop && *listener->stop && is_well(k)) ||
		    (k->silent >= limit && !is_keeper_stopped(k)))
			return false;
	return true;
}

void dt_keeper_end(struct dt_keeper *k, const struct dt_keeper_listener *listener)
{
	if (!k)
		return;
	if (!await_detaching(k, listener)) {
		report_text(
		    listener,
		    "process %d detaches the probes as soon as it can; dtrace does not wait for it",
		    (int)k->pid);
		signal_keeper(k, SIGCONT); // a stop may be pending in the kernel
		close(k->stream);
		dt_close_p(&k->pidfd);
	} else if (!has_no_stream(k)) {
		bool is_done = k->done >= k->made.len;

		if (!is_done)
			signal_keeper(k, SIGKILL);
		reap_keeper(k);
		if (!is_done)
			restore_probes(k, listener);
	}
	destroy_keeper(k);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The keeper does what must not be interrupted: it holds a second descriptor of each link, so that
 * it, and not we, removes the breakpoints. If it dies while it does that, breakpoints stay in the
 * code of processes as traps that belong to no probe. We then place the same probes again and
 * remove them, which restores the code: the kernel takes an existing trap for its own, and puts
 * back the instruction that the file holds.
 *
 * A keeper that is stopped is continued. One that makes no progress for a long time, as in a
 * debugger, is killed, and its work is done here.
 */
#include "provider/uprobe/keeper.h"

#include "base/host/install.h"
#include "base/time.h"
#include "base/vec.h"
#include "keeper/protocol.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
	NUDGE_MS = 200,	  // without a word, until a keeper that may be stopped is continued
	SLOW_MS = 10000,  // until a person hears of it
	STUCK_MS = 60000, // until its work is done here
};

/** A link that was made, in case that it has to be made again. */
struct made {
	int prog_fd; // the caller's
	int file;    // ours
	uint32_t event_type;
	size_t n;
	uint64_t *offsets, *semaphores; // one allocation
};

struct dt_keeper {
	pid_t pid;
	int pidfd;
	int stream;   // -1: it has gone, or could not be started
	bool is_slow; // and that was said
	dt_vec(struct made) made;
};

static void say(const struct dt_keeper_listener *l, const char *fmt, ...) dt_printf_like(2, 3);

static void say(const struct dt_keeper_listener *l, const char *fmt, ...)
{
	dt_cleanup(dt_free_p) char *text = NULL;
	va_list ap;

	va_start(ap, fmt);
	text = dt_vasprintf(fmt, ap);
	va_end(ap);
	if (l->say)
		l->say(l->self, text);
}

// ---- the process

/** Start the program with one end of a stream as its input; 0 or an errno. */
static int spawn(struct dt_keeper *k, const char *path, int its_end)
{
	char *const argv[] = {"dtrace-keeper", NULL}, *const environment[] = {NULL};
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attributes;
	sigset_t all;
	int failed;

	sigfillset(&all); // ^C at the terminal is meant for the tracer
	posix_spawnattr_init(&attributes);
	posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
	posix_spawnattr_setsigmask(&attributes, &all);
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, its_end, DT_KEEPER_STREAM);
	failed = posix_spawn(&k->pid, path, &actions, &attributes, argv, environment);
	posix_spawn_file_actions_destroy(&actions);
	posix_spawnattr_destroy(&attributes);
	return failed;
}

static struct dt_keeper *create(const struct dt_keeper_listener *listener)
{
	struct dt_keeper *k = dt_zalloc(sizeof(*k));
	dt_cleanup(dt_free_p) char *path = dt_installed(DT_INSTALLED_KEEPER);
	int ends[2], failed;

	k->stream = k->pidfd = -1;
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends)) {
		failed = errno;
	} else {
		failed = spawn(k, path, ends[1]);
		close(ends[1]);
		if (failed)
			close(ends[0]);
	}
	if (failed) {
		say(listener,
		    "failed to start %s: %s; whoever kills dtrace now may break the "
		    "processes that it traces",
		    path, strerror(failed));
		return k;
	}
	k->stream = ends[0];
	k->pidfd = (int)syscall(SYS_pidfd_open, k->pid, 0);
	return k;
}

static bool is_gone(const struct dt_keeper *k)
{
	return k->stream < 0;
}

static void signal_keeper(const struct dt_keeper *k, int sig)
{
	if (k->pidfd >= 0)
		syscall(SYS_pidfd_send_signal, k->pidfd, sig, NULL, 0);
}

/** It has ended, or is to: nothing can come from it any more. */
static void reap(struct dt_keeper *k)
{
	if (is_gone(k))
		return;
	close(k->stream);
	k->stream = -1;
	while (waitpid(k->pid, NULL, 0) < 0 && errno == EINTR)
		;
	dt_close_p(&k->pidfd);
	k->pidfd = -1;
}

/** Wait until it says something, or has gone; false: it is stuck. */
static bool await(struct dt_keeper *k, const struct dt_keeper_listener *listener)
{
	struct pollfd p = {.fd = k->stream, .events = POLLIN};

	for (int waited = 0; waited < STUCK_MS; waited += NUDGE_MS) {
		int n = poll(&p, 1, NUDGE_MS);

		if (n > 0)
			return true;
		if (n < 0 && errno != EINTR)
			return true;
		signal_keeper(k, SIGCONT);
		if (waited >= SLOW_MS && !k->is_slow) {
			k->is_slow = true;
			say(listener,
			    "process %d, which places and removes the probes, does not "
			    "get on",
			    (int)k->pid);
		}
	}
	return false;
}

// ---- requests

static void remember(struct dt_keeper *k, const struct dt_uprobe_request *q, int file)
{
	struct made m = {
	    .prog_fd = q->prog_fd, .file = file, .event_type = q->event_type, .n = q->n};
	size_t size = q->n * sizeof(uint64_t);

	m.offsets = dt_malloc(2 * size);
	m.semaphores = m.offsets + q->n;
	memcpy(m.offsets, q->offsets, size);
	memcpy(m.semaphores, q->semaphores, size);
	dt_vec_push(&k->made, m);
}

/** Have it make a link; false: it has gone. Else *link is a descriptor, or -1 with *failed. */
static bool request(struct dt_keeper *k, const struct dt_uprobe_request *q, int file, int *link,
		    int *failed, const struct dt_keeper_listener *listener)
{
	struct dt_keeper_header h = {q->n, q->event_type, q->pid};
	const int fds[DT_KEEPER_N_SENT] = {
	    [DT_KEEPER_PROGRAM] = q->prog_fd, [DT_KEEPER_FILE] = file};
	size_t size = q->n * sizeof(uint64_t);

	return dt_keeper_send_fds(k->stream, &h, sizeof(h), fds, DT_KEEPER_N_SENT) &&
	       dt_keeper_send(k->stream, q->offsets, size) &&
	       dt_keeper_send(k->stream, q->cookies, size) &&
	       dt_keeper_send(k->stream, q->semaphores, size) && await(k, listener) &&
	       dt_keeper_receive_fds(k->stream, failed, sizeof(*failed), link, 1);
}

int dt_keeper_link(struct dt_keeper **kp, const struct dt_uprobe_request *q,
		   const struct dt_keeper_listener *listener)
{
	struct dt_keeper *k = *kp ? *kp : (*kp = create(listener));
	int file, link = -1, failed = 0;

	if (is_gone(k))
		return dt_uprobe_link(q);
	file = open(q->path, O_PATH | O_CLOEXEC);
	if (file < 0)
		return -1;
	if (!request(k, q, file, &link, &failed, listener)) {
		close(file);
		signal_keeper(k, SIGKILL);
		reap(k);
		say(listener,
		    "process %d, which places and removes the probes, was killed: "
		    "whoever kills dtrace now may break the processes that it traces",
		    (int)k->pid);
		return dt_uprobe_link(q);
	}
	if (link >= 0)
		remember(k, q, file);
	else
		close(file);
	errno = failed;
	return link;
}

// ---- the end

/** Count what it tells of until it ends; false: it has not done all. */
static bool await_end(struct dt_keeper *k, const struct dt_keeper_listener *listener)
{
	char told[4096];
	size_t done = 0;
	ssize_t n = 1;

	shutdown(k->stream, SHUT_WR);
	while (n > 0 && await(k, listener)) {
		n = recv(k->stream, told, sizeof(told), MSG_DONTWAIT);
		if (n < 0 && (errno == EINTR || errno == EAGAIN))
			n = 1;
		else if (n > 0)
			done += (size_t)n;
	}
	return done >= k->made.len;
}

/** Place the same again, in every process, and remove it. */
static bool make_again(const struct made *m)
{
	static const char format[] = "/proc/self/fd/%d";
	dt_cleanup(dt_free_p) char *path = dt_asprintf(format, m->file);
	dt_cleanup(dt_free_p) uint64_t *cookies = dt_zalloc(m->n * sizeof(*cookies));
	const struct dt_uprobe_request q = {.prog_fd = m->prog_fd,
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

static void mend(const struct dt_keeper *k, const struct dt_keeper_listener *listener)
{
	bool ok = true;

	dt_vec_foreach (&k->made, m)
		ok = make_again(m) && ok;
	say(listener, "process %d was killed while it removed the probes: %s", (int)k->pid,
	    ok ? "dtrace has removed them itself"
	       : "some could not be removed, and may end the processes that come by");
}

static void destroy(struct dt_keeper *k)
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

/** Has it ended by now? */
static bool has_ended(const struct dt_keeper *k)
{
	struct pollfd p = {.fd = k->stream, .events = POLLIN};

	return poll(&p, 1, 0) == 1; // it says nothing unasked
}

void dt_keeper_end(struct dt_keeper *k, const int *fds, size_t n,
		   const struct dt_keeper_listener *listener)
{
	if (!k) {
		close_each(fds, n);
		return;
	}
	if (!is_gone(k) && has_ended(k))
		reap(k);
	if (is_gone(k)) {
		dt_keeper_close_all(fds, n, NULL, NULL);
	} else {
		close_each(fds, n);
		if (!await_end(k, listener)) {
			signal_keeper(k, SIGKILL);
			reap(k);
			mend(k, listener);
		}
		reap(k);
	}
	destroy(k);
}

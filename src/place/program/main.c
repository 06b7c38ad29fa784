/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * dtrace-placer: places code in processes for the tracer that started it, and removes it when the
 * tracer has gone. See place/place.h.
 *
 * The placer is not a command for users: its input is the stream (place/protocol.h). It has one
 * thread, because ptrace(2) belongs to a thread.
 *
 * Decision: docs/dev/decisions/0094-a-placer-of-its-own.md
 */
#include "base/read/stream.h"
#include "place/list.h"
#include "place/program/exec/exec.h"
#include "place/program/target.h"
#include "place/protocol.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
	STREAM = DT_STREAM_HELPER,
	LAST_TRIES = 20,     // to remove everything at the end; each takes up to four seconds,
	LAST_PAUSE = 500000, // and us pass between them: a debugger may hold the target
	HIGHEST_PRIORITY = -20,
	PATIENCE = 30000, // ms in which the tracer must handle a program that stands still
};

/** A process that the placer kills if the tracer goes. */
struct held {
	pid_t pid;
	int pidfd;
};

struct placer {
	dt_vec(struct dt_target *) targets;
	dt_vec(struct held) held;
	struct dt_laggards laggards;
};

/** The answer to a request, beside an error. */
struct answer {
	const void *bytes;
	size_t size;
	const int *fds;
	size_t n_fds;
};

// ---- requests

static struct dt_target **find_slot(struct placer *p, pid_t pid)
{
	dt_vec_foreach (&p->targets, t)
		if ((*t)->pid == pid)
			return t;
	return NULL;
}

static struct dt_error *find_target(struct placer *p, pid_t pid, struct dt_target **ret)
{
	struct dt_target **slot = find_slot(p, pid);

	if (!slot)
		return dt_error_new(DT_ERR_USAGE, "process %d is not open", pid);
	*ret = *slot;
	return NULL;
}

static void forget_target(struct placer *p, pid_t pid)
{
	struct dt_target **slot = find_slot(p, pid);

	if (!slot)
		return;
	dt_place_list_remove(&(*slot)->entry);
	dt_target_destroy(*slot);
	*slot = dt_vec_pop(&p->targets);
}

static bool send_answer(struct dt_error *err, const struct answer *a)
{
	struct dt_place_reply r = {.is_error = err != NULL};
	bool ok;

	if (err) {
		r.code = (int32_t)err->code;
		r.os_errno = err->os_errno;
		r.size = (uint32_t)strlen(err->message);
	}
	ok = dt_stream_send(STREAM, &r, sizeof(r));
	if (err)
		ok = ok && dt_stream_send(STREAM, err->message, r.size);
	else if (a->size)
		ok = ok && dt_stream_send(STREAM, a->bytes, a->size);
	for (size_t i = 0; !err && ok && i < a->n_fds; i++)
		ok = dt_stream_send_fds(STREAM, "", 1, &a->fds[i], 1);
	dt_error_destroy(err);
	return ok;
}

/** Opens a process that is not open yet. */
static struct dt_error *open_target(struct placer *p, pid_t pid, struct dt_target **ret)
{
	if (find_slot(p, pid))
		return dt_error_new(DT_ERR_USAGE, "process %d is open already", pid);
	return dt_target_create(pid, &p->laggards, ret);
}

static bool serve_open(struct placer *p, const struct dt_place_request *q)
{
	struct dt_place_facts facts;
	struct dt_target *t = NULL;
	struct dt_error *err = open_target(p, q->pid, &t);

	if (!err)
		err = dt_target_learn(t, &facts);
	if (err)
		dt_target_destroy(t);
	else
		dt_vec_push(&p->targets, t);
	return send_answer(err, &(struct answer){.bytes = &facts, .size = sizeof(facts)});
}

/** Receives the files that are given. */
static bool receive_given(struct dt_place_memory *memory, size_t n)
{
	char c;

	for (size_t i = 0; i < n; i++) {
		memory[i].fd = -1;
		if (memory[i].is_given && !dt_stream_receive_fds(STREAM, &c, 1, &memory[i].fd, 1))
			return false;
	}
	return true;
}

static bool serve_allocate(struct placer *p, const struct dt_place_request *q)
{
	size_t size = q->n * sizeof(struct dt_place_memory), n_fds = 0;
	dt_cleanup(dt_free_p) struct dt_place_memory *memory = dt_malloc(size);
	dt_cleanup(dt_free_p) int *fds = dt_malloc((q->n + 1) * sizeof(*fds));
	struct dt_target *t = NULL;
	struct dt_error *err;
	bool ok;

	if (!dt_stream_receive(STREAM, memory, size) || !receive_given(memory, q->n))
		return false;
	err = find_target(p, q->pid, &t);
	if (!err) {
		dt_place_list_add(&t->entry);
		err = dt_memory_allocate(t, memory, q->n);
	}
	for (size_t i = 0; i < q->n; i++)
		if (memory[i].is_given)
			close(memory[i].fd);
		else if (!err && memory[i].fd >= 0)
			fds[n_fds++] = memory[i].fd;
	ok = send_answer(
	    err, &(struct answer){.bytes = memory, .size = size, .fds = fds, .n_fds = n_fds});
	while (n_fds)
		close(fds[--n_fds]);
	return ok;
}

static bool serve_write(struct placer *p, const struct dt_place_request *q)
{
	dt_cleanup(dt_free_p) void *bytes = dt_malloc(q->n);
	struct dt_target *t = NULL;
	struct dt_error *err;

	if (!dt_stream_receive(STREAM, bytes, q->n))
		return false;
	err = find_target(p, q->pid, &t);
	if (!err)
		err = dt_target_write(t, q->at, bytes, q->n);
	return send_answer(err, &(struct answer){0});
}

static bool serve_patch(struct placer *p, const struct dt_place_request *q)
{
	size_t size = q->n * sizeof(struct dt_place_patch);
	dt_cleanup(dt_free_p) struct dt_place_patch *patches = dt_malloc(size);
	dt_cleanup(dt_free_p) struct dt_place_moved *moved = dt_malloc(q->n_moved * sizeof(*moved));
	dt_cleanup(dt_free_p) struct dt_place_code *stubs = dt_malloc(q->n_stubs * sizeof(*stubs));
	struct dt_patching patching = {.patches = patches,
				       .moved = moved,
				       .stubs = stubs,
				       .n = q->n,
				       .n_moved = q->n_moved,
				       .n_stubs = q->n_stubs};
	struct dt_target *t = NULL;
	struct dt_error *err;

	if (!dt_stream_receive(STREAM, patches, size) ||
	    !dt_stream_receive(STREAM, moved, q->n_moved * sizeof(*moved)) ||
	    !dt_stream_receive(STREAM, stubs, q->n_stubs * sizeof(*stubs)))
		return false;
	err = find_target(p, q->pid, &t);
	if (!err)
		err = dt_target_patch(t, &patching);
	return send_answer(err, &(struct answer){.bytes = patches, .size = size});
}

static bool serve_forget(struct placer *p, const struct dt_place_request *q)
{
	dt_cleanup(dt_free_p) struct dt_place_code *gone = dt_malloc(q->n * sizeof(*gone));
	struct dt_target *t = NULL;
	struct dt_error *err;

	if (!dt_stream_receive(STREAM, gone, q->n * sizeof(*gone)))
		return false;
	err = find_target(p, q->pid, &t);
	if (!err)
		err = dt_target_forget(t, gone, q->n);
	return send_answer(err, &(struct answer){0});
}

static bool serve_note(struct placer *p, const struct dt_place_request *q)
{
	struct dt_target *t = NULL;
	struct dt_error *err = find_target(p, q->pid, &t);

	if (!err)
		err = dt_memory_note(t, q->n);
	return send_answer(err, &(struct answer){0});
}

static bool serve_raise(struct placer *p, const struct dt_place_request *q)
{
	dt_cleanup(dt_free_p) uint64_t *counters = dt_malloc(q->n * sizeof(*counters));
	struct dt_target *t = NULL;
	struct dt_error *err;

	if (!dt_stream_receive(STREAM, counters, q->n * sizeof(*counters)))
		return false;
	err = find_target(p, q->pid, &t);
	if (!err)
		err = dt_counters_raise(t, counters, q->n);
	return send_answer(err, &(struct answer){0});
}

/** An ended target has nothing left to remove. */
static struct dt_error *remove_target(struct dt_target *t)
{
	struct dt_error *err = dt_target_remove(t);

	if (err && err->code == DT_ERR_PROC_GONE) {
		dt_error_destroy(err);
		err = NULL;
	}
	return err;
}

static bool serve_remove(struct placer *p, const struct dt_place_request *q)
{
	struct dt_target *t = NULL;
	struct dt_error *err = find_target(p, q->pid, &t);

	if (!err)
		err = remove_target(t);
	if (!err)
		forget_target(p, q->pid);
	return send_answer(err, &(struct answer){0});
}

/** Removes the entries of a target by placers that have ended. */
static void unlist_left(pid_t pid)
{
	dt_place_entries left = {0};

	dt_place_list_read(&left);
	dt_vec_foreach (&left, e)
		if (e->pid == pid)
			dt_place_list_remove(e);
	dt_vec_deinit(&left);
}

static bool serve_clean(struct placer *p, const struct dt_place_request *q)
{
	struct dt_place_found found;
	struct dt_target *t = NULL;
	struct dt_error *err = open_target(p, q->pid, &t);

	if (!err)
		err = dt_target_clean(t, &found);
	if (!err)
		unlist_left(q->pid);
	dt_target_destroy(t);
	return send_answer(err, &(struct answer){.bytes = &found, .size = sizeof(found)});
}

static bool serve_look(struct placer *p, const struct dt_place_request *q)
{
	struct dt_place_found found = {0};
	struct dt_error *err = dt_target_look(q->pid, &found);

	(void)p;
	return send_answer(err, &(struct answer){.bytes = &found, .size = sizeof(found)});
}

static bool serve_hold(struct placer *p, const struct dt_place_request *q)
{
	struct held h = {.pid = q->pid, .pidfd = (int)syscall(SYS_pidfd_open, q->pid, 0)};
	struct dt_error *err = NULL;

	if (h.pidfd < 0)
		err = dt_error_os(errno, "failed to hold process %d", q->pid);
	else
		dt_vec_push(&p->held, h);
	return send_answer(err, &(struct answer){0});
}

/** Sends a signal to the process that was held last, and forgets it. */
static void signal_last(struct placer *p, int sig)
{
	struct held h = dt_vec_pop(&p->held);

	syscall(SYS_pidfd_send_signal, h.pidfd, sig, NULL, 0);
	close(h.pidfd);
}

static bool serve_release(struct placer *p, const struct dt_place_request *q)
{
	dt_vec_foreach (&p->held, h)
		if (h->pid == q->pid) {
			struct held other = *h;

			*h = dt_vec_last(&p->held);
			dt_vec_last(&p->held) = other;
			signal_last(p, SIGCONT);
			break;
		}
	return send_answer(NULL, &(struct answer){0});
}

static bool serve_expect(struct placer *p, const struct dt_place_request *q)
{
	return send_answer(dt_exec_expect(&p->laggards, q->pid), &(struct answer){0});
}

static bool serve_await(struct placer *p, const struct dt_place_request *q)
{
	struct dt_place_awaited a;

	a.how = dt_exec_await(&p->laggards, q->pid, &a.pid);
	return send_answer(NULL, &(struct answer){.bytes = &a, .size = sizeof(a)});
}

static bool serve_run(struct placer *p, const struct dt_place_request *q)
{
	uint64_t at[DT_PLACE_BREAKS], reached;
	struct dt_error *err;

	(void)p;
	if (!dt_stream_receive(STREAM, at, sizeof(at)))
		return false;
	err = dt_exec_run(q->pid, at, &reached);
	return send_answer(err, &(struct answer){.bytes = &reached, .size = sizeof(reached)});
}

static bool serve_let_go(struct placer *p, const struct dt_place_request *q)
{
	dt_exec_let_go(&p->laggards, q->pid);
	return send_answer(NULL, &(struct answer){0});
}

/** Serves one request. Returns false if the tracer has gone. */
static bool serve(struct placer *p)
{
	static bool (*const kinds[])(struct placer *, const struct dt_place_request *) = {
	    [DT_PLACE_OPEN] = serve_open,     [DT_PLACE_ALLOCATE] = serve_allocate,
	    [DT_PLACE_WRITE] = serve_write,   [DT_PLACE_PATCH] = serve_patch,
	    [DT_PLACE_RAISE] = serve_raise,   [DT_PLACE_REMOVE] = serve_remove,
	    [DT_PLACE_CLEAN] = serve_clean,   [DT_PLACE_LOOK] = serve_look,
	    [DT_PLACE_HOLD] = serve_hold,     [DT_PLACE_RELEASE] = serve_release,
	    [DT_PLACE_FORGET] = serve_forget, [DT_PLACE_NOTE] = serve_note,
	    [DT_PLACE_EXPECT] = serve_expect, [DT_PLACE_AWAIT] = serve_await,
	    [DT_PLACE_RUN] = serve_run,	      [DT_PLACE_LET_GO] = serve_let_go,
	};
	struct dt_place_request q;

	return dt_stream_receive(STREAM, &q, sizeof(q)) && q.kind < dt_array_len(kinds) &&
	       kinds[q.kind](p, &q);
}

// ---- the loop

/** Serves until the tracer has gone. If it requests nothing for so long, it may be stopped:
 * programs that stand still go on. */
static void run(struct placer *p, int events)
{
	struct pollfd fds[] = {{.fd = STREAM, .events = POLLIN}, {.fd = events, .events = POLLIN}};
	struct signalfd_siginfo info;

	do {
		dt_laggards_reap(&p->laggards);
		int n = poll(fds, dt_array_len(fds), p->laggards.kept.len ? PATIENCE : -1);

		if (n < 0 && errno != EINTR)
			return;
		if (!n)
			dt_exec_let_all_go(&p->laggards);
		if (fds[1].revents && read(events, &info, sizeof(info)) < 0)
			fds[1].revents = 0;
	} while (!fds[0].revents || serve(p));
}

/** Removes everything from the last target. On a busy machine it may not stop in time. */
static void remove_last(struct placer *p)
{
	struct dt_target *t = dt_vec_pop(&p->targets);
	struct dt_error *err = remove_target(t);

	for (int i = 1; err && i < LAST_TRIES; i++) {
		dt_error_destroy(err);
		usleep(LAST_PAUSE);
		err = remove_target(t);
	}
	if (!err)
		dt_place_list_remove(&t->entry);
	dt_error_destroy(err);
	dt_target_destroy(t);
}

int main(void)
{
	struct placer p = {0};
	sigset_t all, child;
	int events;

	prctl(PR_SET_NAME, DT_PLACER_NAME);
	sigfillset(&all); // ^C at the terminal is meant for the tracer
	sigprocmask(SIG_BLOCK, &all, NULL);
	// An inherited pipe must not stay open: its reader would wait for its end.
	close_range(STREAM + 1, ~0U, 0);
	setpriority(PRIO_PROCESS, 0, HIGHEST_PRIORITY); // stopped targets wait for this process
	sigemptyset(&child);
	sigaddset(&child, SIGCHLD);
	events = signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK);
	run(&p, events);
	while (p.held.len)
		signal_last(&p, SIGKILL); // as ptrace(2) does to a command that the tracer holds
	while (p.targets.len)
		remove_last(&p);
	dt_exec_let_all_go(&p.laggards);
	return 0;
}

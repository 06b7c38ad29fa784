/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A thread that waits in the kernel for the lock of a process's mappings can only be interrupted by
 * the end of its own process. For example, a process holds the lock while it maps over dirty pages
 * of a FUSE file system whose server, the process itself, never writes them.
 *
 * Waiting in vain has a budget: a second, plus a tenth of all later time. When it is used up, each
 * query still gets some time. A thread that waits for a CPU, not for the process, gets more: on a
 * busy machine a process is not silent.
 *
 * Decision: docs/dev/decisions/0059-mappings-asked-in-a-thread.md
 */
#include "base/host/timed.h"

#include "base/mem.h"
#include "base/time.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
	MS = 1000000,
	MAX_WAIT = 1000 * MS, // at most, ns
	MIN_WAIT = 50 * MS,
	STARVED = 10, // times MAX_WAIT: longest wait for a CPU
	SHARE = 10,
	STACK = 128 * 1024, // bytes of a thread's stack: glibc's minimum for 64-bit Arm
};

enum state { PENDING, ANSWERED, ABANDONED };

struct query {
	pid_t pid;
	char *path; // file to open; NULL: read `fd`
	int fd, flags;
	off_t at;
	size_t n;
	enum state state;
	ssize_t answer;
	int failed;
	char bytes[];
};

/** A thread for queries. There is one for each concurrent query, including abandoned ones. */
struct worker {
	struct worker *next;	  // in the list `idle`
	struct query *query;	  // current query; NULL: none
	pid_t thread;		  // 0: it has not run yet
	pthread_cond_t go, ready; // a query for the thread; its answer
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; // protects all of the following
static struct worker *idle;
static struct dt_map silent; // by pid: number of abandoned queries without an answer

static __thread struct dt_timed_owner *owner; // of this thread's queries

struct dt_timed_owner *dt_timed_set_owner(struct dt_timed_owner *o)
{
	struct dt_timed_owner *before = owner;

	owner = o;
	return before;
}

void dt_timed_owner_deinit(struct dt_timed_owner *o)
{
	dt_map_deinit(&o->reported);
}

// ---- the threads

/** Reads until `n` bytes or the end, because a read(2) of /proc returns only some lines. */
static ssize_t read_all(int fd, char *to, size_t n)
{
	size_t done = 0;
	ssize_t got = 1;

	while (done < n && got > 0) {
		got = read(fd, to + done, n - done);
		done += got > 0 ? (size_t)got : 0;
	}
	return got < 0 ? -1 : (ssize_t)done;
}

static void answer(struct query *q)
{
	if (q->path)
		q->answer = open(q->path, q->flags | O_CLOEXEC);
	else if (q->at < 0)
		q->answer = read_all(q->fd, q->bytes, q->n);
	else
		q->answer = pread(q->fd, q->bytes, q->n, q->at);
	q->failed = errno;
}

static void destroy_query(struct query *q)
{
	free(q->path);
	free(q);
}

static uintptr_t n_abandoned(pid_t pid)
{
	return (uintptr_t)dt_map_get(&silent, &pid, sizeof(pid));
}

static void set_abandoned(pid_t pid, uintptr_t n)
{
	if (n)
		dt_map_put(&silent, &pid, sizeof(pid), (void *)n);
	else
		dt_map_remove(&silent, &pid, sizeof(pid));
}

/** Discards the answer to an abandoned query. The process can be queried again. */
static void discard_answer(struct query *q)
{
	set_abandoned(q->pid, n_abandoned(q->pid) - 1);
	if (!q->path)
		close(q->fd);
	else if (q->answer >= 0)
		close((int)q->answer);
	destroy_query(q);
}

static void *serve_queries(void *self)
{
	struct worker *w = self;

	pthread_mutex_lock(&lock);
	w->thread = gettid();
	for (;;) {
		struct query *q = w->query;

		if (!q) {
			pthread_cond_wait(&w->go, &lock);
			continue;
		}
		pthread_mutex_unlock(&lock);
		answer(q);
		pthread_mutex_lock(&lock);
		if (q->state == ABANDONED) {
			discard_answer(q);
		} else {
			q->state = ANSWERED;
			pthread_cond_signal(&w->ready);
		}
		w->query = NULL;
		w->next = idle;
		idle = w;
	}
	return NULL;
}

static struct worker *create_worker(void)
{
	struct worker *w = dt_zalloc(sizeof(*w));
	pthread_condattr_t by_clock;
	pthread_attr_t attributes;
	sigset_t all, before;
	pthread_t thread;
	int failed;

	pthread_condattr_init(&by_clock);
	pthread_condattr_setclock(&by_clock, CLOCK_MONOTONIC);
	pthread_cond_init(&w->go, &by_clock);
	pthread_cond_init(&w->ready, &by_clock);
	pthread_attr_init(&attributes);
	pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
	pthread_attr_setstacksize(&attributes, STACK);
	sigfillset(&all); // other threads handle signals
	pthread_sigmask(SIG_SETMASK, &all, &before);
	failed = pthread_create(&thread, &attributes, serve_queries, w);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	pthread_attr_destroy(&attributes);
	pthread_condattr_destroy(&by_clock);
	if (!failed)
		return w;
	free(w);
	return NULL;
}

static struct worker *take_worker(void)
{
	struct worker *w = idle;

	if (!w)
		return create_worker();
	idle = w->next;
	return w;
}

// ---- asking

/** Reports whether the thread runs a program. Ended threads and kernel threads do not. */
static bool is_alive(pid_t thread)
{
	char path[32], byte;

	snprintf(path, sizeof(path), "/proc/%d/exe", (int)thread);
	return readlink(path, &byte, 1) >= 0 || errno != ENOENT;
}

pid_t dt_living_thread(pid_t pid)
{
	dt_cleanup(dt_free_p) char *path = dt_asprintf("/proc/%d/task", (int)pid);
	const struct dirent *e;
	pid_t found = pid;
	DIR *dir;

	if (is_alive(pid))
		return pid;
	dir = opendir(path);
	while (dir && found == pid && (e = readdir(dir))) {
		pid_t thread = (pid_t)strtol(e->d_name, NULL, 10);

		if (thread && is_alive(thread))
			found = thread;
	}
	if (dir)
		closedir(dir);
	return found;
}

/** Returns the time in ns that the owner's next answer may take. */
static uint64_t permitted_wait(struct dt_timed_owner *o, uint64_t now)
{
	uint64_t all, left;

	o->began = o->began ? o->began : now;
	all = MAX_WAIT + (now - o->began) / SHARE;
	left = all > o->wasted ? all - o->wasted : 0;
	return left < MIN_WAIT ? MIN_WAIT : left < MAX_WAIT ? left : MAX_WAIT;
}

/** Reports whether the thread is running or waits for a CPU: state R of proc_pid_stat(5). */
static bool is_runnable(pid_t thread)
{
	dt_cleanup(dt_free_p) char *path = dt_asprintf("/proc/self/task/%d/stat", (int)thread);
	dt_cleanup(dt_close_p) int fd = open(path, O_RDONLY | O_CLOEXEC);
	char line[64] = ""; // number, name of 15 characters at most, state
	const char *name_end;

	if (fd < 0 || read(fd, line, sizeof(line) - 1) < 0)
		return false;
	name_end = strrchr(line, ')');
	return name_end && name_end[1] == ' ' && name_end[2] == 'R';
}

/** Reports whether the thread is runnable, i.e. not waiting for the answer. Releases the lock
 *  meanwhile, because the thread may wait for it. */
static bool is_busy(const struct worker *w)
{
	pid_t thread = w->thread;
	bool ret;

	pthread_mutex_unlock(&lock);
	ret = !thread || is_runnable(thread);
	pthread_mutex_lock(&lock);
	return ret;
}

/** Waits for the answer until `end`. Returns false if there is none. */
static bool is_answered_by(struct worker *w, const struct query *q, uint64_t end)
{
	const struct timespec until = {(time_t)(end / 1000000000), (long)(end % 1000000000)};

	while (q->state == PENDING)
		if (pthread_cond_timedwait(&w->ready, &lock, &until) == ETIMEDOUT)
			break;
	return q->state != PENDING;
}

/** Waits for the answer as long as permitted. Returns false if there is none. */
static bool await_answer(struct worker *w, const struct query *q)
{
	uint64_t begin = dt_now(), end;
	uint64_t limit = owner ? permitted_wait(owner, begin) : MAX_WAIT;

	for (end = begin + limit; !is_answered_by(w, q, end); end += MIN_WAIT)
		if (!is_busy(w) || end - begin > STARVED * (uint64_t)MAX_WAIT)
			break;
	if (owner && q->state == PENDING)
		owner->wasted += limit;
	return q->state != PENDING;
}

/** Reports the silent process to the owner: only once for each. */
static void report_silence(pid_t pid)
{
	if (owner && owner->silent &&
	    !dt_map_put(&owner->reported, &pid, sizeof(pid), &owner->reported))
		owner->silent(owner->self, pid);
}

/** Runs the query. Returns an errno; ETIMEDOUT: the process is silent. *is_silence: the query was
 *  abandoned, and its thread owns it now. */
static int run_query_locked(struct query *q, bool *is_silence)
{
	struct worker *w;

	*is_silence = false;
	if (n_abandoned(q->pid))
		return ETIMEDOUT;
	w = take_worker();
	if (!w)
		return EAGAIN;
	w->query = q;
	pthread_cond_signal(&w->go);
	if (await_answer(w, q))
		return q->answer < 0 ? q->failed : 0;
	q->state = ABANDONED;
	set_abandoned(q->pid, n_abandoned(q->pid) + 1);
	*is_silence = true;
	return ETIMEDOUT;
}

/** Runs the query. Returns false with errno on failure. If the query was abandoned, sets *q to
 * NULL.
 */
static bool run_query(struct query **q)
{
	pid_t pid = (*q)->pid;
	bool is_abandoned;
	int failed;

	pthread_mutex_lock(&lock);
	failed = run_query_locked(*q, &is_abandoned);
	pthread_mutex_unlock(&lock);
	if (is_abandoned)
		*q = NULL;
	if (failed == ETIMEDOUT)
		report_silence(pid);
	errno = failed;
	return !failed;
}

int dt_timed_open(pid_t pid, const char *name, int flags)
{
	struct query *q = dt_zalloc(sizeof(*q));
	int fd = -1, failed;

	q->pid = pid;
	q->path = dt_asprintf("/proc/%d/%s", (int)dt_living_thread(pid), name);
	q->flags = flags;
	if (run_query(&q))
		fd = (int)q->answer;
	failed = errno;
	if (q)
		destroy_query(q);
	errno = failed;
	return fd;
}

ssize_t dt_timed_read(pid_t pid, int *fd, void *to, size_t n, off_t at)
{
	struct query *q = dt_malloc(sizeof(*q) + n);
	ssize_t got = -1;
	int failed;

	*q = (struct query){.pid = pid, .fd = *fd, .at = at, .n = n};
	if (run_query(&q)) {
		got = q->answer;
		memcpy(to, q->bytes, (size_t)got);
	}
	failed = errno;
	if (q && failed == ETIMEDOUT)
		close(*fd);
	if (failed == ETIMEDOUT)
		*fd = -1;
	if (q)
		destroy_query(q);
	errno = failed;
	return got;
}

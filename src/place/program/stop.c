/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A stop has three phases. First all threads are seized, which stops none of them. Then all are
 * interrupted, and only then does the placer wait: one after the other would take ten times as
 * long. The list of threads is read again until it has no new one, because a thread may create
 * others until it stops.
 *
 * A seized thread with a signal stops before the signal is delivered. The placer delivers it; the
 * thread then stops again, at the first instruction of the handler. So no signal is ever held.
 *
 * A thread may wait in the kernel, for its child of vfork(2) or for a device. It has been asked to
 * stop, so it stops before it returns to the program. Therefore it counts as stopped.
 *
 * If threads do not stop before the deadline, the placer lets all go, and tries again. A thread
 * that still does not stop keeps its request to stop. It is a laggard: it is let go later.
 *
 * Decision: docs/dev/decisions/0094-a-placer-of-its-own.md
 */
#include "place/program/stop.h"

#include "base/time.h"
#include "place/place.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <linux/kcmp.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
	PATH_SIZE = 64,
	LINE_SIZE = 256,
	NS_PER_MS = 1000000,
	STOP_MS = 50,	      // a stop's deadline,
	STOP_THREAD_US = 150, // and more for each thread; it doubles at each try
	SLICE_MS = 5,	      // without an event; then the placer looks at the threads
	FIRST_PAUSE_MS = 5,   // between tries; it doubles, too
	TRIES = 7,	      // 3.2 s of stops, 0.6 s of pauses
};

// ---- facts of /proc

uint64_t dt_task_status(pid_t tid, const char *key, int base)
{
	char path[PATH_SIZE], line[LINE_SIZE];
	size_t len = strlen(key);
	uint64_t value = 0;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%d/status", tid);
	f = fopen(path, "re");
	if (!f)
		return 0;
	while (fgets(line, sizeof(line), f))
		if (strncmp(line, key, len) == 0) {
			value = strtoull(line + len, NULL, base);
			break;
		}
	fclose(f);
	return value;
}

pid_t dt_task_own_id(pid_t tid)
{
	char path[PATH_SIZE], line[LINE_SIZE], *last;
	pid_t id = tid;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%d/status", tid);
	f = fopen(path, "re");
	if (!f)
		return tid;
	while (fgets(line, sizeof(line), f))
		if (strncmp(line, "NSpid:", 6) == 0) {
			last = strrchr(line, '\t'); // the innermost namespace comes last
			id = last ? atoi(last + 1) : tid;
			break;
		}
	fclose(f);
	return id;
}

// ---- one task

static struct dt_task *find_task(const struct dt_stop *s, pid_t tid)
{
	size_t at = (size_t)dt_map_get(&s->index, &tid, sizeof(tid));

	return at ? &s->tasks.data[at - 1] : NULL;
}

static void lose_task(struct dt_stop *s, struct dt_task *k)
{
	if (k->state == DT_TASK_RUNNING)
		s->n_running--;
	k->state = DT_TASK_GONE;
}

/** Reports whether a signal will be delivered as soon as the thread runs. */
static bool has_signal(pid_t tid)
{
	uint64_t pending = dt_task_status(tid, "SigPnd:", 16) | dt_task_status(tid, "ShdPnd:", 16);

	return pending & ~dt_task_status(tid, "SigBlk:", 16);
}

/** Reads the registers of a thread that has stopped. Repeats the system call that the stop has
 *  interrupted, at once: if the placer is killed now, the thread will not see EINTR. A signal that
 *  is due would have interrupted the call, too. Returns false if the thread has ended. */
static bool read_registers(pid_t tid, struct dt_registers *regs, bool *is_foreign)
{
	struct dt_registers again;

	if (!dt_registers_read(tid, regs, is_foreign))
		return false;
	again = *regs;
	if (!*is_foreign && dt_registers_rewind(&again) && !has_signal(tid) &&
	    dt_registers_write(tid, &again))
		*regs = again;
	return true;
}

// ---- events

static bool take_laggard(struct dt_laggards *l, pid_t tid)
{
	for (size_t i = 0; i < l->tids.len; i++)
		if (l->tids.data[i] == tid) {
			l->tids.data[i] = l->tids.data[--l->tids.len];
			return true;
		}
	return false;
}

long dt_stop_signal(int status)
{
	return status >> DT_EVENT_SHIFT || WSTOPSIG(status) == (SIGTRAP | DT_SYSGOOD)
		   ? 0
		   : WSTOPSIG(status);
}

/** Lets the laggard of an event go. */
static void handle_laggard(struct dt_laggards *l, pid_t tid, int status)
{
	struct dt_registers regs;
	bool is_foreign;

	take_laggard(l, tid);
	if (!WIFSTOPPED(status))
		return;
	if (!dt_stop_signal(status))
		read_registers(tid, &regs, &is_foreign);
	ptrace(PTRACE_DETACH, tid, 0, dt_stop_signal(status));
}

void dt_laggards_reap(struct dt_laggards *l)
{
	int status;
	pid_t tid;

	while ((tid = waitpid(-1, &status, __WALL | WNOHANG)) > 0)
		handle_laggard(l, tid, status);
}

/** A process has executed a program. Its other threads have ended, and its memory is another. */
static void lose_group(struct dt_stop *s, pid_t group)
{
	dt_vec_foreach (&s->tasks, k)
		if (k->group == group)
			lose_task(s, k);
	if (group == s->pid)
		s->has_executed = true;
	ptrace(PTRACE_DETACH, group, 0, 0);
}

static void handle_event(struct dt_stop *s, pid_t tid, int status)
{
	struct dt_task *k = find_task(s, tid);
	int event = status >> DT_EVENT_SHIFT;

	if (WIFSTOPPED(status) && event == PTRACE_EVENT_EXEC) {
		lose_group(s, tid);
	} else if (!k) {
		handle_laggard(s->laggards, tid, status);
	} else if (!WIFSTOPPED(status)) {
		lose_task(s, k);
	} else if (event == PTRACE_EVENT_STOP) {
		if (k->state != DT_TASK_GONE && read_registers(tid, &k->regs, &k->is_foreign)) {
			s->n_running -= k->state == DT_TASK_RUNNING;
			k->state = DT_TASK_STOPPED;
			k->is_waiting = false;
		}
	} else {
		ptrace(PTRACE_CONT, tid, 0, dt_stop_signal(status));
	}
}

/** Handles all events that are there. */
static void handle_events(struct dt_stop *s)
{
	int status;
	pid_t tid;

	while ((tid = waitpid(-1, &status, __WALL | WNOHANG)) > 0)
		handle_event(s, tid, status);
}

/** Takes a thread that waits in the kernel for stopped. */
static void take_waiting(struct dt_stop *s, struct dt_task *k)
{
	char path[PATH_SIZE], line[LINE_SIZE], *pc, *sp;
	bool is_known;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%d/task/%d/syscall", k->tid, k->tid);
	f = fopen(path, "re");
	if (!f)
		return;
	is_known = fgets(line, sizeof(line), f);
	fclose(f);
	// "running", or numbers, of which the two last are stack pointer and pc
	pc = is_known ? strrchr(line, ' ') : NULL;
	if (!pc)
		return;
	*pc = '\0';
	sp = strrchr(line, ' ');
	if (!sp)
		return;
	dt_registers_init(&k->regs, strtoull(pc + 1, NULL, 16), strtoull(sp + 1, NULL, 16));
	k->is_waiting = true;
	k->state = DT_TASK_STOPPED;
	s->n_running--;
}

/** Looks at threads that cause no event: they wait, or have ended while their process lives on. */
static void look_at_silent(struct dt_stop *s)
{
	dt_vec_foreach (&s->tasks, k) {
		if (k->state != DT_TASK_RUNNING)
			continue;
		if (dt_task_is_dead(k->tid))
			lose_task(s, k);
		else
			take_waiting(s, k);
	}
}

/** Waits until all tasks have stopped, or until the deadline. */
static void await_tasks(struct dt_stop *s, uint64_t deadline)
{
	const struct timespec slice = {.tv_nsec = SLICE_MS * NS_PER_MS};
	sigset_t child;

	sigemptyset(&child);
	sigaddset(&child, SIGCHLD);
	while (s->n_running) {
		handle_events(s);
		if (!s->n_running || dt_now() > deadline)
			break;
		if (sigtimedwait(&child, NULL, &slice) < 0)
			look_at_silent(s);
	}
	handle_events(s); // some that seemed to wait may have stopped just before
}

// ---- seizing

static sigjmp_buf seizing;

static void leave_seizing(int sig)
{
	siglongjmp(seizing, sig);
}

/**
 * Seizes a thread. Returns 0, an errno, or EAGAIN if another traced thread has an event first.
 *
 * While a thread executes a program, seizing waits. The execution waits until the process's other
 * threads are gone, thus until this process has reaped those that it traces. So an event must
 * interrupt the waiting; the kernel restarts it after a handler, so the handler does not return.
 */
static int seize(pid_t tid)
{
	struct sigaction action = {.sa_handler = leave_seizing}, old;
	volatile int failed = EAGAIN;
	sigset_t child;

	sigemptyset(&child);
	sigaddset(&child, SIGCHLD);
	sigaction(SIGCHLD, &action, &old);
	if (!sigsetjmp(seizing, 1)) {
		sigprocmask(SIG_UNBLOCK, &child, NULL);
		failed = ptrace(PTRACE_SEIZE, tid, 0, (long)DT_TRACE_OPTIONS) ? errno : 0;
		sigprocmask(SIG_BLOCK, &child, NULL);
	}
	sigaction(SIGCHLD, &old, NULL);
	return failed;
}

struct dt_error *dt_stop_explain(pid_t pid, pid_t tid)
{
	pid_t holder = (pid_t)dt_task_status(tid, "TracerPid:", 10);
	uid_t user = (uid_t)dt_task_status(tid, "Uid:", 10);
	char path[PATH_SIZE], name[LINE_SIZE] = "?";
	int scope = 0;
	FILE *f;

	if (holder) {
		snprintf(path, sizeof(path), "/proc/%d/comm", holder);
		f = fopen(path, "re");
		if (f && fgets(name, sizeof(name), f))
			name[strcspn(name, "\n")] = '\0';
		if (f)
			fclose(f);
		if (!strcmp(name, DT_PLACER_NAME))
			return dt_error_new(DT_ERR_PROC_GRAB,
					    "another dtrace is placing probes inside process %d; "
					    "try again",
					    pid);
		return dt_error_new(DT_ERR_PROC_GRAB,
				    "process %d is traced by %s (process %d); end that first", pid,
				    name, holder);
	}
	if (!geteuid())
		return dt_error_new(DT_ERR_PRIVILEGE,
				    "process %d cannot be traced: a security module or a sandbox "
				    "forbids it",
				    pid);
	if (user != geteuid())
		return dt_error_new(DT_ERR_PRIVILEGE,
				    "process %d belongs to another user; run dtrace as root", pid);
	f = fopen("/proc/sys/kernel/yama/ptrace_scope", "re");
	if (f && fscanf(f, "%d", &scope) != 1)
		scope = 0;
	if (f)
		fclose(f);
	if (scope)
		return dt_error_new(
		    DT_ERR_PRIVILEGE,
		    "kernel.yama.ptrace_scope = %d forbids tracing of process %d; %s", scope, pid,
		    scope == 1	 ? "start the program with -c, or run dtrace as root"
		    : scope == 2 ? "run dtrace as root"
				 : "only a restart of the machine changes that");
	return dt_error_new(DT_ERR_PRIVILEGE,
			    "process %d has privileges that this user lacks; run dtrace as root",
			    pid);
}

/** Reports whether the thread was seized although that has failed: an event may have come just
 *  after. */
static bool is_ours(pid_t tid, int failed)
{
	return failed == EPERM && (pid_t)dt_task_status(tid, "TracerPid:", 10) == getpid();
}

/** Seizes a thread. Handles the events that interrupt this. Returns 0 or an errno. */
static int seize_patiently(struct dt_stop *s, pid_t tid)
{
	int failed;

	while ((failed = seize(tid)) == EAGAIN)
		handle_events(s);
	return is_ours(tid, failed) ? 0 : failed;
}

int dt_stop_seize(struct dt_laggards *l, pid_t tid)
{
	int failed;

	if (take_laggard(l, tid))
		return 0;
	while ((failed = seize(tid)) == EAGAIN)
		dt_laggards_reap(l);
	return is_ours(tid, failed) ? 0 : failed;
}

bool dt_stop_keeps(const struct dt_laggards *l, pid_t tid)
{
	dt_vec_foreach (&l->kept, k)
		if (*k == tid)
			return true;
	return false;
}

static void add_known(struct dt_stop *s, const struct dt_task *k)
{
	dt_vec_push(&s->tasks, *k);
	dt_map_put(&s->index, &k->tid, sizeof(k->tid), (void *)s->tasks.len);
}

/** Seizes a thread unless it is known. Threads that have ended are no error. */
static struct dt_error *add_task(struct dt_stop *s, pid_t group, pid_t tid, size_t *n_new)
{
	struct dt_task k = {.tid = tid, .group = group, .state = DT_TASK_RUNNING};
	int failed;

	if (find_task(s, tid))
		return NULL;
	if (dt_stop_keeps(s->laggards, tid)) {
		k.is_kept = true;
		k.state =
		    read_registers(tid, &k.regs, &k.is_foreign) ? DT_TASK_STOPPED : DT_TASK_GONE;
		add_known(s, &k);
		return NULL;
	}
	failed = take_laggard(s->laggards, tid) ? 0 : seize_patiently(s, tid);
	if (failed == ESRCH || (failed && dt_task_is_dead(tid)))
		return NULL;
	if (failed == EPERM)
		return dt_stop_explain(s->pid, tid);
	if (failed)
		return dt_error_os(failed, "failed to trace thread %d", tid);
	add_known(s, &k);
	s->n_running++;
	++*n_new;
	return NULL;
}

/** Seizes the threads of a process that are not known yet. */
static struct dt_error *add_threads(struct dt_stop *s, pid_t group, size_t *n_new)
{
	struct dt_error *err = NULL;
	struct dirent *e;
	char path[PATH_SIZE];
	DIR *d;

	snprintf(path, sizeof(path), "/proc/%d/task", group);
	d = opendir(path);
	if (!d)
		return group == s->pid
			   ? dt_error_new(DT_ERR_PROC_GONE, "process %d has ended", group)
			   : NULL;
	while (!err && (e = readdir(d)))
		if (isdigit((unsigned char)e->d_name[0]))
			err = add_task(s, group, atoi(e->d_name), n_new);
	closedir(d);
	return err;
}

/** Reports whether a process has the memory of the thread `tid`. Processes without memory, as
 *  those of the kernel, seem to share it. */
static bool is_sharer(pid_t pid, pid_t tid)
{
	return syscall(SYS_kcmp, tid, pid, KCMP_VM, 0, 0) == 0 &&
	       dt_task_status(pid, "VmSize:", 10);
}

/** Seizes the threads of other processes with the same memory. vfork(2) creates them. */
static struct dt_error *add_sharers(struct dt_stop *s, size_t *n_new)
{
	struct dt_error *err = NULL;
	const struct dt_task *own = s->tasks.data;
	struct dirent *e;
	DIR *d = opendir("/proc");

	while (own < s->tasks.data + s->tasks.len && own->state == DT_TASK_GONE)
		own++;
	if (own < s->tasks.data + s->tasks.len) {
		pid_t pid, tid = own->tid; // adding tasks moves them

		while (d && !err && (e = readdir(d))) {
			pid = atoi(e->d_name);
			if (pid > 0 && pid != s->pid && is_sharer(pid, tid))
				err = add_threads(s, pid, n_new);
		}
	}
	if (d)
		closedir(d);
	return err;
}

static struct dt_error *add_all(struct dt_stop *s, size_t *n_new)
{
	*n_new = 0;
	DT_TRY(add_threads(s, s->pid, n_new));
	// No other process has the memory of one that has just executed a program.
	return dt_stop_keeps(s->laggards, s->pid) ? NULL : add_sharers(s, n_new);
}

// ---- the stop

static void let_go(struct dt_stop *s)
{
	dt_vec_foreach (&s->tasks, k) {
		if (k->is_kept)
			continue;
		if (k->state == DT_TASK_STOPPED && !k->is_waiting)
			ptrace(PTRACE_DETACH, k->tid, 0, 0);
		else if (k->state != DT_TASK_GONE)
			dt_vec_push(&s->laggards->tids, k->tid);
	}
	dt_vec_deinit(&s->tasks);
	dt_map_deinit(&s->index);
	s->n_running = 0;
}

void dt_stop_end(struct dt_stop *s)
{
	let_go(s);
}

/** Stops all threads until no new one is found. Leaves running ones if the deadline passes. */
static struct dt_error *stop_once(struct dt_stop *s, unsigned try)
{
	size_t n_new, interrupted = 0;
	uint64_t begin;

	do // no thread stops yet
		DT_TRY(add_all(s, &n_new));
	while (n_new);
	begin = dt_now();
	do {
		uint64_t patience = (uint64_t)STOP_MS * NS_PER_MS +
				    s->tasks.len * (uint64_t)(STOP_THREAD_US * 1000);

		for (; interrupted < s->tasks.len; interrupted++)
			if (!s->tasks.data[interrupted].is_kept)
				ptrace(PTRACE_INTERRUPT, s->tasks.data[interrupted].tid, 0, 0);
		await_tasks(s, begin + (patience << try));
		if (s->n_running)
			return NULL;
		DT_TRY(add_all(s, &n_new));
	} while (n_new);
	return NULL;
}

/** Waits between two tries, and lets laggards go meanwhile. */
static void pause_between(struct dt_laggards *l, unsigned ms)
{
	uint64_t deadline = dt_now() + (uint64_t)ms * NS_PER_MS;
	struct timespec slice = {.tv_nsec = NS_PER_MS};

	do {
		dt_laggards_reap(l);
		nanosleep(&slice, NULL);
	} while (dt_now() < deadline);
}

struct dt_error *dt_stop_begin(pid_t pid, struct dt_laggards *laggards, struct dt_stop *ret)
{
	struct dt_stop s = {.pid = pid, .laggards = laggards};
	pid_t stuck = 0;

	for (unsigned try = 0; try < TRIES; try++) {
		struct dt_error *err = stop_once(&s, try);

		stuck = 0;
		if (!err && !s.n_running && !s.has_executed && dt_stop_next(&s, NULL)) {
			*ret = s;
			return NULL;
		}
		dt_vec_foreach (&s.tasks, k)
			if (k->state == DT_TASK_RUNNING)
				stuck = k->tid;
		let_go(&s);
		if (err)
			return err;
		if (!stuck && dt_task_is_dead(pid))
			return dt_error_new(DT_ERR_PROC_GONE, "process %d has ended", pid);
		if (s.has_executed)
			return dt_error_new(DT_ERR_PROC_GONE,
					    "process %d has executed another program", pid);
		pause_between(laggards, FIRST_PAUSE_MS << try);
	}
	return dt_error_new(DT_ERR_PROC_GRAB, "thread %d of process %d does not stop; try again",
			    stuck, pid);
}

struct dt_task *dt_stop_next(struct dt_stop *s, struct dt_task *k)
{
	for (k = k ? k + 1 : s->tasks.data; k && k < s->tasks.data + s->tasks.len; k++)
		if (k->state == DT_TASK_STOPPED)
			return k;
	return NULL;
}

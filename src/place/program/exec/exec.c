/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The thread is traced from system call to system call, so that a failure of execve(2) is seen at
 * once. A program whose file has privileges would not get them under ptrace(2): the thread is let
 * go in front of the call.
 *
 * Decision: docs/dev/decisions/0146-executed-programs-share-the-region.md
 */
#include "place/program/exec/exec.h"

#include "place/program/exec/file.h"

#include "base/time.h"

#include <errno.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
	NS_PER_MS = 1000000,
	STOP_MS = 1000,	 // for a thread to stop,
	SLICE_MS = 10,	 // between looks at other threads,
	EXEC_MS = 10000, // to execute a program, and for the program to be loaded
	INT3 = 0xcc,
};

// ---- events

static void forget(struct dt_laggards *l, pid_t tid)
{
	for (size_t i = 0; i < l->kept.len; i++)
		if (l->kept.data[i] == tid)
			l->kept.data[i--] = dt_vec_pop(&l->kept);
}

/** Takes the ends of the process's other threads that stand still. execve(2) kills them, and waits
 *  until the placer has noticed. The first thread's id becomes that of the executing one. */
static void reap_others(struct dt_laggards *l, pid_t tid, pid_t group)
{
	int status;

	for (size_t i = l->kept.len; i--;) {
		pid_t other = l->kept.data[i];

		if (other != tid && other != group &&
		    waitpid(other, &status, __WALL | WNOHANG) == other && !WIFSTOPPED(status))
			forget(l, other);
	}
}

/** Waits for an event of the thread. Returns false after `ms`. *status is 0 if it has ended. */
static bool await_event(pid_t tid, unsigned ms, int *status)
{
	uint64_t deadline = dt_now() + (uint64_t)ms * NS_PER_MS;
	const struct timespec slice = {.tv_nsec = NS_PER_MS};
	sigset_t child;
	pid_t got;

	sigemptyset(&child);
	sigaddset(&child, SIGCHLD);
	while (!(got = waitpid(tid, status, __WALL | WNOHANG))) {
		if (dt_now() > deadline)
			return false;
		sigtimedwait(&child, NULL, &slice);
	}
	if (got != tid || !WIFSTOPPED(*status))
		*status = 0;
	return true;
}

static bool is_system_call(int status)
{
	return WSTOPSIG(status) == (SIGTRAP | DT_SYSGOOD);
}

/** The thread does not stop: it is let go as soon as it does. */
static void leave(struct dt_laggards *l, pid_t tid)
{
	ptrace(PTRACE_INTERRUPT, tid, 0, 0);
	forget(l, tid);
	dt_vec_push(&l->tids, tid);
}

struct dt_error *dt_exec_expect(struct dt_laggards *l, pid_t tid)
{
	int failed, status = 0;

	if (dt_stop_keeps(l, tid))
		return NULL;
	failed = dt_stop_seize(l, tid);
	if (failed == EPERM)
		return dt_stop_explain(tid, tid);
	if (failed)
		return dt_error_os(failed, "failed to trace thread %d", tid);
	ptrace(PTRACE_INTERRUPT, tid, 0, 0);
	for (;;) {
		if (!await_event(tid, STOP_MS, &status)) {
			leave(l, tid);
			return dt_error_new(DT_ERR_PROC_GRAB, "thread %d does not stop", tid);
		}
		if (!status)
			return dt_error_new(DT_ERR_PROC_GONE, "thread %d has ended", tid);
		if (status >> DT_EVENT_SHIFT == PTRACE_EVENT_STOP)
			break;
		ptrace(PTRACE_CONT, tid, 0, dt_stop_signal(status));
	}
	if (WSTOPSIG(status) != SIGTRAP) { // job control has stopped it
		ptrace(PTRACE_DETACH, tid, 0, 0);
		return dt_error_new(DT_ERR_PROC_GRAB, "thread %d is stopped", tid);
	}
	dt_vec_push(&l->kept, tid);
	return NULL;
}

// ---- the call

/** Handles a system call's beginning or end. Returns false if the thread was let go. */
static bool pass_call(struct dt_laggards *l, pid_t tid, bool *is_executing,
		      enum dt_place_execution *ret)
{
	struct __ptrace_syscall_info info;

	if (ptrace(PTRACE_GET_SYSCALL_INFO, tid, sizeof(info), &info) <= 0)
		return true;
	if (info.op == PTRACE_SYSCALL_INFO_ENTRY) {
		*is_executing = info.entry.nr == SYS_execve || info.entry.nr == SYS_execveat;
		if (!*is_executing || !dt_exec_file_is_privileged(
					  tid, info.entry.nr == SYS_execveat, info.entry.args))
			return true;
		*ret = DT_PLACE_PRIVILEGED;
	} else if (!*is_executing) {
		return true;
	} else {
		*ret = DT_PLACE_FAILED;
	}
	forget(l, tid);
	ptrace(PTRACE_DETACH, tid, 0, 0);
	return false;
}

/** Returns the id of the thread's process, which it has alone after execve(2). */
static pid_t process_of(pid_t tid)
{
	return (pid_t)dt_task_status(tid, "Tgid:", 10);
}

/** Waits for an event of the thread, which may have become the first one of its process. */
static bool await_either(struct dt_laggards *l, pid_t *tid, pid_t group, int *status)
{
	uint64_t deadline = dt_now() + (uint64_t)EXEC_MS * NS_PER_MS;

	while (dt_now() < deadline) {
		reap_others(l, *tid, group);
		if (!await_event(*tid, SLICE_MS, status))
			continue;
		if (*status || *tid == group)
			return true;
		*tid = group; // its event may come later than the end of its old id
	}
	return false;
}

enum dt_place_execution dt_exec_await(struct dt_laggards *l, pid_t tid, pid_t *pid)
{
	pid_t group = process_of(tid), own = tid;
	enum dt_place_execution ret = DT_PLACE_ENDED;
	bool is_executing = false, is_listening = false;
	long sig = 0;
	int status;

	*pid = group;
	if (!dt_stop_keeps(l, tid))
		return DT_PLACE_ENDED;
	// It may have been killed, and its end seen by a wait for other threads.
	while (group) {
		if (!is_listening)
			ptrace(PTRACE_SYSCALL, own, 0, sig);
		if (!await_either(l, &own, group, &status)) {
			leave(l, own);
			return DT_PLACE_SLOW;
		}
		if (!status)
			break;
		is_listening = false;
		sig = dt_stop_signal(status);
		if (status >> DT_EVENT_SHIFT == PTRACE_EVENT_EXEC) {
			forget(l, tid);
			forget(l, own);
			dt_vec_push(&l->kept, own);
			return DT_PLACE_EXECUTED;
		}
		if (is_system_call(status) && !pass_call(l, own, &is_executing, &ret))
			return ret;
		if (status >> DT_EVENT_SHIFT == PTRACE_EVENT_STOP && WSTOPSIG(status) != SIGTRAP) {
			ptrace(PTRACE_LISTEN, own, 0, 0); // job control has stopped it
			is_listening = true;
		}
	}
	forget(l, tid);
	return DT_PLACE_ENDED;
}

// ---- the beginning of the program

/** Lets the process run until its next event. *sig is the signal that it gets, and the one of the
 *  event. */
static struct dt_error *resume(pid_t pid, bool one_step, long *sig)
{
	int status;

	if (ptrace(one_step ? PTRACE_SINGLESTEP : PTRACE_CONT, pid, 0, *sig) ||
	    !await_event(pid, EXEC_MS, &status)) {
		// It has to stop, so that its text can be restored.
		ptrace(PTRACE_INTERRUPT, pid, 0, 0);
		await_event(pid, STOP_MS, &status);
		return dt_error_new(DT_ERR_PROC_GRAB, "process %d is not loaded after %d seconds",
				    pid, EXEC_MS / 1000);
	}
	if (!status)
		return dt_error_new(DT_ERR_PROC_GONE, "process %d has ended", pid);
	*sig = dt_stop_signal(status);
	return NULL;
}

struct breakpoint {
	uint64_t at;
	long text;
};

static bool put_breakpoint(pid_t pid, struct breakpoint *b)
{
	errno = 0;
	b->text = ptrace(PTRACE_PEEKTEXT, pid, b->at, NULL);
	return !errno && !ptrace(PTRACE_POKETEXT, pid, b->at, (b->text & ~(long)UINT8_MAX) | INT3);
}

/** Returns the address of the breakpoint at which the process has stopped, and puts the pc there;
 *  0: it is at none. */
static uint64_t find_breakpoint(pid_t pid, const struct breakpoint *b, size_t n)
{
	struct dt_registers regs;
	bool is_foreign;

	if (!dt_registers_read(pid, &regs, &is_foreign))
		return 0;
	for (size_t i = 0; i < n; i++) {
		if (dt_registers_pc(&regs) != b[i].at + 1)
			continue;
		dt_registers_set_pc(&regs, b[i].at);
		dt_registers_write(pid, &regs);
		return b[i].at;
	}
	return 0;
}

static bool is_at_breakpoint(pid_t pid, const struct breakpoint *b, size_t n)
{
	struct dt_registers regs;
	bool is_foreign;

	if (!dt_registers_read(pid, &regs, &is_foreign))
		return false;
	for (size_t i = 0; i < n; i++)
		if (dt_registers_pc(&regs) == b[i].at)
			return true;
	return false;
}

/** Leaves an address at which a breakpoint will be. A signal may stop the process in front of the
 *  step; it gets the signal with the next one. */
static struct dt_error *step_over(pid_t pid, const struct breakpoint *b, size_t n)
{
	struct dt_error *err = NULL;
	long sig = 0;

	while (!err && is_at_breakpoint(pid, b, n)) {
		sig = sig == SIGTRAP ? 0 : sig;
		err = resume(pid, true, &sig);
	}
	return err;
}

static struct dt_error *run_to_breakpoint(pid_t pid, const uint64_t at[DT_PLACE_BREAKS],
					  uint64_t *reached)
{
	struct breakpoint b[DT_PLACE_BREAKS] = {{at[0], 0}, {at[1], 0}};
	size_t n = at[1] ? 2 : 1, put = 0;
	struct dt_error *err;
	long sig = 0;

	*reached = 0;
	DT_TRY(step_over(pid, b, n));
	while (put < n && put_breakpoint(pid, &b[put]))
		put++;
	err = put < n ? dt_error_os(errno, "failed to stop process %d while it starts", pid) : NULL;
	while (!err && !*reached) {
		err = resume(pid, false, &sig);
		*reached = err || sig != SIGTRAP ? 0 : find_breakpoint(pid, b, n);
	}
	while (put--) // in reverse order: two may share a word
		ptrace(PTRACE_POKETEXT, pid, b[put].at, b[put].text);
	return err;
}

struct dt_error *dt_exec_run(pid_t pid, const uint64_t at[DT_PLACE_BREAKS], uint64_t *reached)
{
	uint64_t blocked;
	bool has_mask = !ptrace(PTRACE_GETSIGMASK, pid, sizeof(blocked), &blocked);
	struct dt_error *err = run_to_breakpoint(pid, at, reached);

	// A trap unblocks its signal.
	if (has_mask && blocked >> (SIGTRAP - 1) & 1)
		ptrace(PTRACE_SETSIGMASK, pid, sizeof(blocked), &blocked);
	return err;
}

void dt_exec_let_go(struct dt_laggards *l, pid_t pid)
{
	if (!dt_stop_keeps(l, pid))
		return;
	forget(l, pid);
	ptrace(PTRACE_DETACH, pid, 0, 0);
}

void dt_exec_let_all_go(struct dt_laggards *l)
{
	while (l->kept.len)
		dt_exec_let_go(l, dt_vec_last(&l->kept));
	dt_vec_deinit(&l->kept);
}

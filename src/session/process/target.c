/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The processes of -c (command.c) and -p. A running process is never stopped or ptraced; a pidfd
 * reports its end.
 *
 * Decision: docs/dev/decisions/0135-auto-keeps-root-in-the-kernel.md
 */
#include "session/process/process.h"

#include "ebpf/ebpf.h"
#include "place/place.h"
#include "provider/process/scope.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static int pidfd_open_(pid_t pid)
{
	return syscall(SYS_pidfd_open, pid, 0);
}

/** Adds a process. Its pidfd is open. */
static void add_target(struct dtrace *d, pid_t pid, int pidfd, bool created)
{
	dt_vec_push(
	    &d->targets->list,
	    (struct dt_target){.pid = pid, .pidfd = pidfd, .created = created, .waiting = created});
	dt_vec_push(&dt_process_scope(&d->registry)->targets, pid);
}

void dt_session_target_add(struct dtrace *d, pid_t pid, bool created)
{
	add_target(d, pid, pidfd_open_(pid), created);
}

const char *dt_session_engine_is_kernel(const struct dtrace *d)
{
	int64_t engine = d->options.v[DT_OPT_engine];

	if (engine == DT_ENGINE_KERNEL)
		return "-x engine=kernel";
	if (engine == DT_ENGINE_AUTO && dt_bpf_may_trace())
		return "-x engine=auto prefers it where it is permitted";
	return NULL;
}

bool dt_session_has_kernel(const struct dtrace *d)
{
	return dt_bpf_may_trace() &&
	       !(d->options.v[DT_OPT_follow] &&
		 d->options.v[DT_OPT_engine] == DT_ENGINE_INPROCESS && d->targets->list.len == 1);
}

bool dt_session_follows_files(const struct dtrace *d)
{
	return d->options.v[DT_OPT_follow] && dt_session_has_kernel(d);
}

bool dt_session_follows_inside(const struct dtrace *d)
{
	return d->options.v[DT_OPT_follow] && dt_session_target_inside(d);
}

pid_t dt_session_target_inside(const struct dtrace *d)
{
	if (dt_session_engine_is_kernel(d) || d->targets->list.len != 1 ||
	    dt_session_follows_files(d))
		return 0;
	return d->targets->list.data->pid;
}

const char *dt_session_hint_script(const struct dtrace *d)
{
	if (!d->options.v[DT_OPT_follow])
		dt_vec_foreach (&d->targets->list, t)
			if (t->is_script)
				return "the command is a script: -x follow traces the processes "
				       "that it starts";
	return NULL;
}

struct dt_error *dtrace_grab(struct dtrace *d, pid_t pid)
{
	int fd;

	DT_TRY(dt_session_enter(d, d));
	DT_TRY(dt_session_check_new(d));
	fd = pid > 0 ? pidfd_open_(pid) : -1;
	if (pid <= 0 || (fd < 0 && errno == ESRCH))
		return dt_error_new(DT_ERR_OTHER, "failed to grab process %d: no such process",
				    (int)pid);
	if (fd < 0 && (errno == EINVAL || errno == ENOENT)) // depends on the kernel's version
		return dt_error_new(DT_ERR_OTHER,
				    "failed to grab process %d: it is a thread, not a process",
				    (int)pid);
	if (fd < 0)
		return dt_error_os(errno, "failed to grab process %d", (int)pid);
	add_target(d, pid, fd, false);
	return NULL;
}

pid_t dt_session_target(const struct dtrace *d)
{
	return d->targets->list.len ? d->targets->list.data[0].pid : 0;
}

bool dt_session_is_target(const struct dtrace *d, pid_t pid)
{
	dt_vec_foreach (&d->targets->list, t)
		if (t->pid == pid)
			return true;
	return false;
}

struct dt_error *dt_session_target_placer(struct dtrace *d)
{
	return d->targets->placer ? NULL : dt_placer_create(&d->targets->placer);
}

struct dt_error *dt_session_target_hand_over(struct dtrace *d, struct dt_target *t)
{
	int status;

	if (!t->waiting || t->is_stopped)
		return NULL;
	DT_TRY(dt_place_hold(d->targets->placer,
			     t->pid)); // from now on it dies with us through the placer
	// The signal is pending when ptrace lets go, so the process stops before its next
	// instruction.
	if (kill(t->pid, SIGSTOP) < 0 || ptrace(PTRACE_DETACH, t->pid, NULL, NULL) < 0)
		return dt_error_os(errno, "failed to stop process %d", (int)t->pid);
	while (waitpid(t->pid, &status, WUNTRACED) < 0)
		if (errno != EINTR)
			return dt_error_os(errno, "failed to stop process %d", (int)t->pid);
	if (!WIFSTOPPED(status))
		return dt_error_new(DT_ERR_OTHER, "process %d ended before it could be traced",
				    (int)t->pid);
	t->is_stopped = true;
	return NULL;
}

/** Lets a waiting command run. */
static bool release_target(const struct dtrace *d, const struct dt_target *t)
{
	struct dt_error *err;

	if (!t->is_stopped)
		return !ptrace(PTRACE_DETACH, t->pid, NULL, NULL);
	err = dt_place_release(d->targets->placer, t->pid);
	if (!err)
		return true;
	dt_error_destroy(err); // the placer was killed
	return !kill(t->pid, SIGCONT);
}

struct dt_error *dt_session_targets_release(struct dtrace *d)
{
	dt_vec_foreach (&d->targets->list, t) {
		if (!t->waiting)
			continue;
		// ESRCH: it was killed meanwhile, which is handled as its end.
		if (!release_target(d, t) && errno != ESRCH)
			return dt_error_os(errno, "failed to start process %d", (int)t->pid);
		t->waiting = false;
	}
	return NULL;
}

/** Notes the end of a target. A command is reaped; the status of another child of ours is left to
 * the caller's waitpid(2). */
static void note_end(struct dt_target *t)
{
	siginfo_t info = {0};

	t->gone = true;
	if (waitid(P_PID, (id_t)t->pid, &info, WEXITED | WNOHANG | (t->created ? 0 : WNOWAIT)) ||
	    info.si_pid != t->pid)
		return;
	t->has_status = true;
	t->status = info.si_code == CLD_EXITED ? (info.si_status & 0xff) << 8
					       : info.si_status | (info.si_code == CLD_DUMPED) << 7;
}

static void report_end(struct dtrace *d, const struct dt_target *t)
{
	struct dtrace_target target = {.size = sizeof(target)};

	if (d->output.handler.target) {
		dtrace_target(d, (size_t)(t - d->targets->list.data), &target);
		dt_session_notify(d, target, &target);
		return;
	}
	if (d->options.v[DT_OPT_quiet])
		return;
	if (!t->created || !t->has_status)
		dt_session_message(d, "pid %d has exited", (int)t->pid);
	else if (WIFSIGNALED(t->status))
		dt_session_message(d, "pid %d terminated by SIG%s", (int)t->pid,
				   sigabbrev_np(WTERMSIG(t->status)));
	else if (WEXITSTATUS(t->status))
		dt_session_message(d, "pid %d exited with status %d", (int)t->pid,
				   WEXITSTATUS(t->status));
	else
		dt_session_message(d, "pid %d has exited", (int)t->pid);
}

bool dt_session_target_has_ended(const struct dt_target *t)
{
	struct pollfd p = {.fd = t->pidfd, .events = POLLIN};

	return poll(&p, 1, 0) == 1;
}

bool dtrace_target(struct dtrace *d, size_t i, struct dtrace_target *ret)
{
	struct dt_target *t;

	if (!d || !ret || i >= d->targets->list.len)
		return false;
	t = &d->targets->list.data[i];
	const struct dtrace_target target = {
	    .size = sizeof(target),
	    .pid = t->pid,
	    .state = t->gone	  ? DTRACE_TARGET_ENDED
		     : t->waiting ? DTRACE_TARGET_WAITING
				  : DTRACE_TARGET_RUNNING,
	    .is_command = t->created,
	    .has_status = t->has_status,
	    .status = t->status,
	};
	dt_api_copy(ret, &target, sizeof(target));
	return true;
}

bool dt_session_targets_gone(struct dtrace *d)
{
	size_t left = 0;

	dt_vec_foreach (&d->targets->list, t) {
		if (!t->gone && dt_session_target_has_ended(t)) {
			note_end(t);
			dt_session_wait_remove(d, t->pidfd);
			report_end(d, t);
		}
		left += !t->gone;
	}
	return d->targets->list.len && !left;
}

void dt_session_targets_deinit(struct dtrace *d)
{
	dt_vec_foreach (&d->targets->list, t) {
		if (t->waiting) {
			kill(t->pid, SIGKILL);
			waitpid(t->pid, NULL, 0);
		}
		if (t->pidfd >= 0)
			close(t->pidfd);
	}
	dt_vec_deinit(&d->targets->list);
	dt_placer_end(d->targets->placer);
}

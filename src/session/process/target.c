/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The processes of -c and -p. A command starts under ptrace and stops after its exec, before its
 * first instruction. It is released when tracing has begun, or killed if tracing never begins. A
 * running process is never stopped or ptraced; a pidfd reports its end.
 *
 * If the tracer dies first, a waiting command dies with it (PTRACE_O_EXITKILL).
 */
#include "session/process/process.h"

#include "base/text/words.h"
#include "provider/process/scope.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static int pidfd_open_(pid_t pid)
{
	return syscall(SYS_pidfd_open, pid, 0);
}

static void add_target(struct dtrace *d, pid_t pid, int pidfd, bool created)
{
	dt_vec_push(
	    &d->targets->list,
	    (struct dt_target){.pid = pid, .pidfd = pidfd, .created = created, .waiting = created});
	dt_vec_push(&dt_process_scope(&d->registry)->targets, pid);
}

/** Reports whether a list of NAME or NAME=VALUE names the variable NAME=VALUE. */
static bool is_among(const char *variable, char **list)
{
	size_t len = strcspn(variable, "=");

	for (; list && *list; list++)
		if (strcspn(*list, "=") == len && !strncmp(*list, variable, len))
			return true;
	return false;
}

/** Returns our environment, changed by -x setenv and unsetenv. The caller frees the array, not the
 * strings. */
static char **make_environment(const struct dt_options *o)
{
	char **set = o->list[DT_OPT_setenv], **unset = o->list[DT_OPT_unsetenv];
	dt_vec(char *) variables = {0};

	for (char **v = environ; v && *v; v++)
		if (!is_among(*v, unset) && !is_among(*v, set))
			dt_vec_push(&variables, *v);
	for (; set && *set; set++)
		if (!is_among(*set, set + 1)) // the last value counts
			dt_vec_push(&variables, *set);
	dt_vec_push(&variables, NULL);
	return variables.data;
}

/** Runs the command, in the child, when the tracer permits it; sends the tracer errno on failure.
 * Never returns. The tracer may have other threads, so nothing here may wait for a lock. */
static void run_command(char **argv, char **environment, int fd)
{
	sigset_t none;
	char go;
	int failed;

	sigemptyset(&none); // a tracer that waits for signals in a thread has blocked them
	sigprocmask(SIG_SETMASK, &none, NULL);
	if (read(fd, &go, 1) != 1)
		_exit(127);	  // the tracer has died
	signal(SIGPIPE, SIG_DFL); // a tracer may ignore it
	environ = environment;
	execvp(argv[0], argv);
	failed = errno;
	if (write(fd, &failed, sizeof(failed)) != sizeof(failed))
		_exit(126);
	_exit(127);
}

/** Reports whether the word is NAME=VALUE, by which a shell sets a variable. */
static bool is_assignment(const char *word)
{
	size_t len = 0;

	while (isalnum((unsigned char)word[len]) || word[len] == '_')
		len++;
	return len && word[len] == '=' && !isdigit((unsigned char)*word);
}

static struct dt_error *cannot_execute(int error, const char *command)
{
	if (error != ENOENT || !is_assignment(command))
		return dt_error_os(error, "failed to execute %s", command);
	return dt_error_new(DT_ERR_USAGE,
			    "%s is for a shell, and -c starts none: -c 'env %s …', or -x setenv=%s",
			    command, command, command);
}

/** Waits for the stop after exec. If exec fails, `fd` provides the errno. */
static struct dt_error *await_exec(pid_t pid, int fd, const char *command)
{
	int status, failed;

	for (;;) {
		if (waitpid(pid, &status, 0) < 0) {
			if (errno == EINTR)
				continue;
			return dt_error_os(errno, "failed to wait for %s", command);
		}
		if (!WIFSTOPPED(status))
			break;
		if (status >> 8 == (SIGTRAP | PTRACE_EVENT_EXEC << 8))
			return NULL;
		ptrace(PTRACE_CONT, pid, NULL,
		       (long)WSTOPSIG(status)); // deliver a signal to the command
	}
	if (read(fd, &failed, sizeof(failed)) == sizeof(failed))
		return cannot_execute(failed, command);
	return dt_error_new(DT_ERR_OTHER, "%s ended before it could be traced", command);
}

/** Traces the child until the end of its exec. Until it is released, it dies with us. */
static struct dt_error *start_command(pid_t pid, int fd, const char *command)
{
	struct dt_error *err;

	if (ptrace(PTRACE_SEIZE, pid, NULL, PTRACE_O_EXITKILL | PTRACE_O_TRACEEXEC) < 0 ||
	    send(fd, "", 1, MSG_NOSIGNAL) != 1) {
		err = dt_error_os(errno, "failed to control %s", command);
		kill(pid, SIGKILL);
		waitpid(pid, NULL, 0);
		return err;
	}
	return await_exec(pid, fd, command);
}

/**
 * Refuses setuid and setgid programs: a ptraced program gets its owner's privileges only if the
 * tracer has them. Otherwise it would run and fail somewhere.
 */
static struct dt_error *check_privileges(pid_t pid, const char *command)
{
	dt_cleanup(dt_free_p) char *path = dt_asprintf("/proc/%d/exe", (int)pid);
	struct stat st;

	if (geteuid() == 0 || stat(path, &st) ||
	    !((st.st_mode & S_ISUID && st.st_uid != geteuid()) ||
	      (st.st_mode & (S_ISGID | S_IXGRP)) == (S_ISGID | S_IXGRP)))
		return NULL;
	return dt_error_new(DT_ERR_PRIVILEGE,
			    "failed to start %s: it is setuid or setgid, and would run without its "
			    "privileges; run dtrace as root, or start the command first and use -p",
			    command);
}

/** Reports whether the command is a script: the kernel then puts its interpreter first. */
static bool is_script(pid_t pid, const char *command)
{
	dt_cleanup(dt_free_p) char *path = dt_asprintf("/proc/%d/cmdline", (int)pid);
	dt_cleanup(dt_close_p) int fd = open(path, O_RDONLY | O_CLOEXEC);
	dt_cleanup(dt_str_deinit) struct dt_str first = {0};

	return fd >= 0 && dt_str_read(&first, fd, 4 << 20) &&
	       strcmp(dt_str_text(&first), command) != 0;
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

struct dt_error *dtrace_command(struct dtrace *d, const char *command)
{
	DT_SESSION_CALL(d);
	dt_cleanup(dt_words_deinit) struct dt_words words = {0};
	dt_cleanup(dt_free_p) char **environment = make_environment(&d->options);
	dt_cleanup(dt_close_p) int ours = -1;
	struct dt_error *err;
	int fds[2];
	pid_t pid;

	DT_TRY(dt_session_check_new(d));
	DT_TRY(dt_words_split(command, &words));
	char **argv = words.word;
	if (!argv[0])
		return dt_error_new(DT_ERR_USAGE, "no command was given to -c");
	if (!*argv[0])
		return dt_error_new(DT_ERR_USAGE, "the name of the command of -c is empty");
	if (words.unexpanded)
		dt_session_message(d,
				   "%s stays as it is, as -c starts no shell: -c \"sh -c '…'\", or "
				   "quote it",
				   words.unexpanded);
	for (char **set = d->options.list[DT_OPT_setenv]; set && *set; set++)
		if (!strchr(*set, '=') || **set == '=')
			return dt_error_new(DT_ERR_USAGE, "-x setenv=%s: the form is NAME=VALUE",
					    *set);
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds) < 0)
		return dt_error_os(errno, "failed to create a socket");
	ours = fds[0];
	fflush(d->output.out);
	pid = fork();
	if (pid == 0) {
		close(fds[0]);
		run_command(argv, environment, fds[1]);
	}
	close(fds[1]);
	if (pid < 0)
		return dt_error_os(errno, "failed to start %s", argv[0]);
	err = start_command(pid, ours, argv[0]);
	if (err)
		return err;
	err = check_privileges(pid, argv[0]);
	if (err) {
		kill(pid, SIGKILL);
		waitpid(pid, NULL, 0);
		return err;
	}
	add_target(d, pid, pidfd_open_(pid), true);
	dt_vec_last(&d->targets->list).is_script = is_script(pid, argv[0]);
	return NULL;
}

struct dt_error *dtrace_grab(struct dtrace *d, pid_t pid)
{
	int fd;

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

struct dt_error *dt_session_targets_release(struct dtrace *d)
{
	dt_vec_foreach (&d->targets->list, t) {
		if (!t->waiting)
			continue;
		// ESRCH: it was killed meanwhile, which is handled as its end.
		if (ptrace(PTRACE_DETACH, t->pid, NULL, NULL) < 0 && errno != ESRCH)
			return dt_error_os(errno, "failed to start process %d", (int)t->pid);
		t->waiting = false;
	}
	return NULL;
}

static void report_end(struct dtrace *d, const struct dt_target *t)
{
	int status = 0;
	bool known = t->created && waitpid(t->pid, &status, WNOHANG) == t->pid;

	if (d->options.v[DT_OPT_quiet])
		return;
	if (!known)
		dt_session_message(d, "pid %d has exited", (int)t->pid);
	else if (WIFSIGNALED(status))
		dt_session_message(d, "pid %d terminated by SIG%s", (int)t->pid,
				   sigabbrev_np(WTERMSIG(status)));
	else if (WEXITSTATUS(status))
		dt_session_message(d, "pid %d exited with status %d", (int)t->pid,
				   WEXITSTATUS(status));
	else
		dt_session_message(d, "pid %d has exited", (int)t->pid);
}

bool dt_session_targets_gone(struct dtrace *d)
{
	size_t left = 0;

	dt_vec_foreach (&d->targets->list, t) {
		struct pollfd p = {.fd = t->pidfd, .events = POLLIN};

		if (!t->gone && poll(&p, 1, 0) == 1) {
			t->gone = true;
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
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Starts a command under ptrace and stops it after its exec, before its first instruction. It is
 * released when tracing has begun, or killed if tracing never begins. If the tracer dies first, the
 * command dies with it (PTRACE_O_EXITKILL).
 */
#include "session/process/process.h"

#include "base/text/words.h"
#include "ebpf/ebpf.h"
#include "place/place.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { N_STDIO = 3, GROUPS = 65536 /* NGROUPS_MAX */, PASSWD = 65536 };

/** A command to start. */
struct command {
	char *const *argv;
	char **environment;
	const char *directory; // NULL: ours
	const int *stdio;      // N_STDIO; NULL: ours
	bool has_user;
	uid_t uid;
	gid_t gid;
	gid_t *groups;
	int n_groups;
	pid_t placer; // may trace it, too, where only parents may trace; 0: none
};

/** A step of the child that failed. */
enum step { STEP_STDIO, STEP_USER, STEP_DIRECTORY, STEP_EXEC };
struct failure {
	enum step step;
	int error;
};

// ---- the child

/** Makes the descriptors the standard ones. A descriptor may be a standard one already, so all are
 * copied first. */
static bool set_stdio(const int *stdio)
{
	int copies[N_STDIO];

	for (int i = 0; i < N_STDIO; i++) {
		copies[i] = stdio[i] < 0 ? -1 : fcntl(stdio[i], F_DUPFD_CLOEXEC, N_STDIO);
		if (stdio[i] >= 0 && copies[i] < 0)
			return false;
	}
	for (int i = 0; i < N_STDIO; i++)
		if (copies[i] >= 0 && dup2(copies[i], i) < 0)
			return false;
	return true;
}

/** The C library's functions would change all threads, but a forked child has only one. */
static bool set_user(const struct command *c)
{
	return !syscall(SYS_setgroups, c->n_groups, c->groups) &&
	       !syscall(SYS_setresgid, c->gid, c->gid, c->gid) &&
	       !syscall(SYS_setresuid, c->uid, c->uid, c->uid);
}

/** Performs the steps before exec. */
static bool prepare_child(const struct command *c, enum step *step)
{
	*step = STEP_STDIO;
	if (c->stdio && !set_stdio(c->stdio))
		return false;
	*step = STEP_USER;
	if (c->has_user && !set_user(c))
		return false;
	*step = STEP_DIRECTORY;
	return !c->directory || !chdir(c->directory);
}

/** Runs the command, in the child, when the tracer permits it; sends the tracer the failed step.
 * Never returns. The tracer may have other threads, so nothing here may wait for a lock. */
static void run_command(const struct command *c, int fd)
{
	struct failure failure;
	sigset_t none;
	char go;

	fd = fcntl(fd, F_DUPFD_CLOEXEC, N_STDIO);
	sigemptyset(&none); // a tracer that waits for signals in a thread has blocked them
	sigprocmask(SIG_SETMASK, &none, NULL);
	if (read(fd, &go, 1) != 1)
		_exit(127);	  // the tracer has died
	signal(SIGPIPE, SIG_DFL); // a tracer may ignore it
	if (c->placer)
		prctl(PR_SET_PTRACER, c->placer); // fails where all processes of a user may trace
	if (prepare_child(c, &failure.step)) {
		failure.step = STEP_EXEC;
		environ = c->environment;
		execvp(c->argv[0], c->argv);
	}
	failure.error = errno;
	if (write(fd, &failure, sizeof(failure)) != sizeof(failure))
		_exit(126);
	_exit(127);
}

// ---- the tracer

/** Reports whether the word is NAME=VALUE, a shell's assignment. */
static bool is_assignment(const char *word)
{
	size_t len = 0;

	while (isalnum((unsigned char)word[len]) || word[len] == '_')
		len++;
	return len && word[len] == '=' && !isdigit((unsigned char)*word);
}

/** Reports whether a name without a directory is that of a program in the command's directory. */
static bool is_here(const struct command *c)
{
	dt_cleanup(dt_free_p) char *path =
	    dt_asprintf("%s/%s", c->directory ? c->directory : ".", c->argv[0]);

	return !strchr(c->argv[0], '/') && !access(path, X_OK);
}

/** Returns the error of the failed step of the child. */
static struct dt_error *cannot_execute(const struct failure *f, const struct command *c)
{
	const char *name = c->argv[0];

	switch (f->step) {
	case STEP_STDIO:
		return dt_error_os(f->error, "failed to execute %s: its standard descriptors",
				   name);
	case STEP_USER:
		return dt_error_os(f->error, "failed to execute %s as user %u", name,
				   (unsigned)c->uid);
	case STEP_DIRECTORY:
		return dt_error_os(f->error, "failed to execute %s in directory %s", name,
				   c->directory);
	case STEP_EXEC:
		break;
	}
	// execvp() reports EACCES if the user cannot search one of the directories.
	if ((f->error == ENOENT || f->error == EACCES) && is_here(c))
		return dt_error_new(DT_ERR_USAGE,
				    "failed to execute %s: PATH does not lead to it; for the file "
				    "in the current directory, write ./%s",
				    name, name);
	if (f->error != ENOENT || !is_assignment(name))
		return dt_error_os(f->error, "failed to execute %s", name);
	return dt_error_new(DT_ERR_USAGE,
			    "%s is for a shell, and -c starts none: -c 'env %s …', or -x setenv=%s",
			    name, name, name);
}

/** Waits for the stop after exec. If exec fails, `fd` provides the failed step. */
static struct dt_error *await_exec(pid_t pid, int fd, const struct command *c)
{
	struct failure failure;
	int status;

	for (;;) {
		if (waitpid(pid, &status, 0) < 0) {
			if (errno == EINTR)
				continue;
			return dt_error_os(errno, "failed to wait for %s", c->argv[0]);
		}
		if (!WIFSTOPPED(status))
			break;
		if (status >> 8 == (SIGTRAP | PTRACE_EVENT_EXEC << 8))
			return NULL;
		ptrace(PTRACE_CONT, pid, NULL,
		       (long)WSTOPSIG(status)); // deliver a signal to the command
	}
	if (read(fd, &failure, sizeof(failure)) == sizeof(failure))
		return cannot_execute(&failure, c);
	return dt_error_new(DT_ERR_OTHER, "%s ended before it could be traced", c->argv[0]);
}

/** Traces the child until the end of its exec. Until it is released, it dies with us. */
static struct dt_error *start_command(pid_t pid, int fd, const struct command *c)
{
	struct dt_error *err;

	if (ptrace(PTRACE_SEIZE, pid, NULL, PTRACE_O_EXITKILL | PTRACE_O_TRACEEXEC) < 0 ||
	    send(fd, "", 1, MSG_NOSIGNAL) != 1) {
		err = dt_error_os(errno, "failed to control %s", c->argv[0]);
		kill(pid, SIGKILL);
		waitpid(pid, NULL, 0);
		return err;
	}
	return await_exec(pid, fd, c);
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

/** Reports whether a list of NAME or NAME=VALUE names the variable NAME=VALUE. */
static bool is_among(const char *variable, char **list)
{
	size_t len = strcspn(variable, "=");

	for (; list && *list; list++)
		if (strcspn(*list, "=") == len && !strncmp(*list, variable, len))
			return true;
	return false;
}

/** Returns an environment, changed by -x setenv and unsetenv. The caller frees the array, not the
 * strings. */
static char **make_environment(const struct dt_options *o, char *const *base)
{
	char **set = o->list[DT_OPT_setenv], **unset = o->list[DT_OPT_unsetenv];
	dt_vec(char *) variables = {0};

	for (char *const *v = base; v && *v; v++)
		if (!is_among(*v, unset) && !is_among(*v, set))
			dt_vec_push(&variables, *v);
	for (; set && *set; set++)
		if (!is_among(*set, set + 1)) // the last value counts
			dt_vec_push(&variables, *set);
	dt_vec_push(&variables, NULL);
	return variables.data;
}

/** Looks up the group and the supplementary groups of a user, unless `gid` names a group. */
static struct dt_error *look_up_user(struct command *c, const gid_t *gid)
{
	dt_cleanup(dt_free_p) char *text = dt_malloc(PASSWD);
	struct passwd entry, *found = NULL;

	if (getpwuid_r(c->uid, &entry, text, PASSWD, &found) || !found) {
		if (!gid)
			return dt_error_new(DT_ERR_USAGE,
					    "failed to execute %s: user %u is unknown and no group "
					    "was given",
					    c->argv[0], (unsigned)c->uid);
		c->gid = *gid;
		return NULL;
	}
	c->gid = gid ? *gid : entry.pw_gid;
	c->n_groups = GROUPS;
	c->groups = dt_malloc(GROUPS * sizeof(*c->groups));
	if (getgrouplist(entry.pw_name, c->gid, c->groups, &c->n_groups) < 0)
		c->n_groups = GROUPS;
	return NULL;
}

static struct dt_error *check_variables(const struct dt_options *o)
{
	for (char **set = o->list[DT_OPT_setenv]; set && *set; set++)
		if (!strchr(*set, '=') || **set == '=')
			return dt_error_new(DT_ERR_USAGE, "-x setenv=%s: the form is NAME=VALUE",
					    *set);
	return NULL;
}

/** Forks the child and waits until its exec has ended. */
static struct dt_error *fork_command(struct dtrace *d, const struct command *c, pid_t *ret)
{
	dt_cleanup(dt_close_p) int ours = -1;
	const char *name = c->argv[0];
	struct dt_error *err;
	int fds[2];
	pid_t pid = -1;

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds) < 0)
		return dt_error_os(errno, "failed to create a socket");
	ours = fds[0];
	fflush(d->output.out);
	pid = fork();
	if (pid == 0) {
		close(fds[0]);
		run_command(c, fds[1]);
	}
	close(fds[1]);
	if (pid < 0)
		return dt_error_os(errno, "failed to start %s", name);
	DT_TRY(start_command(pid, ours, c));
	err = check_privileges(pid, name);
	if (err) {
		kill(pid, SIGKILL);
		waitpid(pid, NULL, 0);
		return err;
	}
	*ret = pid;
	return NULL;
}

/** Reports whether programs may run inside the command. */
static bool may_run_inside(const struct dtrace *d)
{
	int64_t engine = d->options.v[DT_OPT_engine];

	return engine == DT_ENGINE_INPROCESS || (engine == DT_ENGINE_AUTO && !dt_bpf_may_trace());
}

/** Starts a command. Its environment is `base` (NULL: ours), changed by options. */
static struct dt_error *start_target(struct dtrace *d, struct command *c, char *const *base)
{
	dt_cleanup(dt_free_p) char **environment = NULL;
	pid_t pid = -1;

	DT_TRY(check_variables(&d->options));
	if (may_run_inside(d)) {
		DT_TRY(dt_session_target_placer(d));
		c->placer = dt_placer_pid(d->targets->placer);
	}
	environment = make_environment(&d->options, base ? base : environ);
	c->environment = environment;
	DT_TRY(fork_command(d, c, &pid));
	dt_session_target_add(d, pid, true);
	dt_vec_last(&d->targets->list).is_script = is_script(pid, c->argv[0]);
	return NULL;
}

struct dt_error *dtrace_command(struct dtrace *d, const char *command)
{
	dt_cleanup(dt_words_deinit) struct dt_words words = {0};

	DT_TRY(dt_session_enter(d, command));
	DT_SESSION_CALL(d);
	DT_TRY(dt_session_check_new(d));
	DT_TRY(dt_words_split(command, &words));
	if (!words.word[0])
		return dt_error_new(DT_ERR_USAGE, "no command was given to -c");
	if (!*words.word[0])
		return dt_error_new(DT_ERR_USAGE, "the name of the command of -c is empty");
	if (words.unexpanded)
		dt_session_message(d,
				   "%s stays as it is, as -c starts no shell: -c \"sh -c '…'\", or "
				   "quote it",
				   words.unexpanded);
	return start_target(d, &(struct command){.argv = words.word}, NULL);
}

struct dt_error *dtrace_command_argv(struct dtrace *d, const struct dtrace_command *command)
{
	struct dtrace_command known = {.size = sizeof(known)};
	struct command c = {0};
	struct dt_error *err = NULL;

	DT_TRY(dt_session_enter(d, command));
	DT_SESSION_CALL(d);
	DT_TRY(dt_session_check_new(d));
	known.size = command->size < sizeof(known) ? command->size : sizeof(known);
	dt_api_copy(&known, command, sizeof(known));
	if (!known.argv || !known.argv[0] || !*known.argv[0])
		return dt_error_new(DT_ERR_USAGE, "the command has no name");
	c.argv = (char *const *)known.argv;
	c.directory = known.directory;
	c.stdio = known.stdio;
	c.has_user = known.uid || known.gid;
	c.uid = known.uid ? *known.uid : geteuid();
	if (c.has_user)
		err = look_up_user(&c, known.gid);
	if (!err)
		err = start_target(d, &c, (char *const *)known.environment);
	free(c.groups);
	return err;
}

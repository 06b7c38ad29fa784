/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Starts commands by their arguments, and prints the states of targets, how they ended, and errors.
 */
#include <dtrace/dtrace.h>

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static struct dtrace *d;

static void check(struct dtrace_error *err)
{
	if (!err)
		return;
	printf("%s\n", dtrace_error_message(err));
	exit(1);
}

static void show_error(struct dtrace_error *err)
{
	printf("%s (%s)\n", err ? dtrace_error_message(err) : "fine",
	       err ? strerrorname_np(dtrace_error_errno(err)) : "");
	dtrace_error_free(err);
}

static void show_target(const char *what, const struct dtrace_target *t)
{
	static const char *const states[] = {"waiting", "running", "ended"};

	printf("%s %s %s", what, t->is_command ? "command" : "process", states[t->state]);
	if (t->has_status && WIFEXITED(t->status))
		printf(", status %d", WEXITSTATUS(t->status));
	else if (t->has_status)
		printf(", signal %d", WTERMSIG(t->status));
	puts("");
}

static void show_targets(const char *what)
{
	struct dtrace_target t = {.size = sizeof(t)};

	for (size_t i = 0; dtrace_target(d, i, &t); i++)
		show_target(what, &t);
}

static int n_ended;

static void note_end(void *arg, const struct dtrace_target *t)
{
	n_ended++;
	if (t->state != DTRACE_TARGET_ENDED)
		printf("a target that has not ended\n");
}

static void begin(void)
{
	const struct dtrace_handler h = {.size = sizeof(h), .target = note_end};

	n_ended = 0;
	check(dtrace_open(&d));
	check(dtrace_set_handler(d, &h));
	check(dtrace_setopt(d, "quiet", NULL));
}

static void trace(void)
{
	struct dtrace_error *err = NULL;

	check(dtrace_add(d, DTRACE_TEXT_NAME, "tick-1h { }"));
	check(dtrace_check(d));
	check(dtrace_go(d));
	while (dtrace_work(d, &err) == DTRACE_WORK_OKAY)
		;
	check(err);
	check(dtrace_stop(d, false));
}

/** The surroundings of a command. */
static void surroundings(void)
{
	static const char *const argv[] = {"sh", "-c",
					   "echo $A-$B; pwd; id -u; id -g; cat; echo three >&2",
					   NULL},
				 *const environment[] = {"A=1 2", "PATH=/usr/bin:/bin", NULL};
	struct dtrace_command c = {
	    .size = sizeof(c), .argv = argv, .environment = environment, .directory = "/"};
	const uid_t uid = 65534;
	const gid_t gid = 65533;
	int in[2], out[2], stdio[3];
	char text[4096];
	ssize_t n, len = 0;

	if (pipe2(in, O_CLOEXEC) || pipe2(out, O_CLOEXEC))
		exit(1);
	c.stdio = stdio;
	c.uid = &uid;
	c.gid = &gid;
	stdio[0] = in[0];
	stdio[1] = stdio[2] = out[1];
	begin();
	check(dtrace_setopt(d, "setenv", "B=3"));
	check(dtrace_command_argv(d, &c));
	close(out[1]);
	if (write(in[1], "two\n", 4) != 4)
		exit(1);
	close(in[1]);
	close(in[0]);
	trace();
	while ((n = read(out[0], text + len, sizeof(text) - (size_t)len)) > 0)
		len += n;
	printf("%.*s", (int)len, text);
	close(out[0]);
	dtrace_close(d);
}

static void errors(void)
{
	static const char *const none[] = {NULL}, *const nosuch[] = {"nosuch", NULL},
				 *const data[] = {"/etc/passwd", NULL},
				 *const fine[] = {"true", NULL};
	static const int bad[] = {-1, 999, -1};
	const uid_t unknown = 123456;
	struct dtrace_command c = {.size = sizeof(c)};

	begin();
	show_error(dtrace_command_argv(d, NULL));
	show_error(dtrace_command_argv(d, &c));
	c.argv = none;
	show_error(dtrace_command_argv(d, &c));
	c.argv = nosuch;
	show_error(dtrace_command_argv(d, &c));
	c.argv = data;
	show_error(dtrace_command_argv(d, &c));
	c.argv = fine;
	c.directory = "/nosuch";
	show_error(dtrace_command_argv(d, &c));
	c.directory = NULL;
	c.stdio = bad;
	show_error(dtrace_command_argv(d, &c));
	c.stdio = NULL;
	c.uid = &unknown;
	show_error(dtrace_command_argv(d, &c));
	show_error(dtrace_grab(d, -1));
	show_targets("left");
	dtrace_close(d);
}

/** Starts a process that is no child of ours. Its end is that of the pipe `*hold`. */
static pid_t start_foreign(int *hold)
{
	int report[2], wait_for[2];
	pid_t child, pid = 0;

	if (pipe2(report, O_CLOEXEC) || pipe2(wait_for, O_CLOEXEC))
		exit(1);
	child = fork();
	if (!child) {
		char byte;

		close(wait_for[1]);
		if (fork())
			_exit(0);
		pid = getpid();
		if (write(report[1], &pid, sizeof(pid)) != sizeof(pid) ||
		    read(wait_for[0], &byte, 1) < 0)
			_exit(1);
		_exit(0);
	}
	waitpid(child, NULL, 0);
	if (read(report[0], &pid, sizeof(pid)) != sizeof(pid))
		exit(1);
	*hold = wait_for[1];
	return pid;
}

static void states(void)
{
	static const char *const ends[] = {"sh", "-c", "exit 3", NULL}, *const dies[] = {
									    "sh", "-c",
									    "kill -9 $$", NULL};
	struct dtrace_command c = {.size = sizeof(c), .argv = ends};
	int hold = -1, status;
	pid_t child, foreign = start_foreign(&hold);

	child = fork();
	if (!child)
		pause();
	begin();
	check(dtrace_command_argv(d, &c));
	c.argv = dies;
	check(dtrace_command_argv(d, &c));
	check(dtrace_grab(d, child));
	check(dtrace_grab(d, foreign));
	show_targets("before");
	kill(child, SIGTERM);
	close(hold);
	trace();
	show_targets("after");
	printf("%d reports, the child's status is %s\n", n_ended,
	       waitpid(child, &status, 0) == child && WTERMSIG(status) == SIGTERM ? "ours"
										  : "lost");
	printf("no target 4: %d\n",
	       dtrace_target(d, 4, &(struct dtrace_target){.size = sizeof(struct dtrace_target)}));
	dtrace_close(d);
}

int main(void)
{
	surroundings();
	errors();
	states();
	return 0;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Traces in an event loop: waits for dtrace_fd() alone, without a timeout, and calls
 * dtrace_work_now(). An event that does not make the descriptor readable is a hang.
 */
#include <dtrace/dtrace.h>

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { IDLE_SECONDS = 4, WAKES_PER_SECOND = 2 };

static struct dtrace *d;
static int n_records;

static void check(struct dtrace_error *err)
{
	if (!err)
		return;
	printf("%s, %zu diagnostics\n", dtrace_error_message(err), dtrace_diagnostics(d));
	exit(1);
}

static void count(void *arg, const struct dtrace_record *r)
{
	n_records++;
}

static void print_message(void *arg, const char *text)
{
	printf("message: %.20s\n", text);
}

/** Opens a session with options, name=value, and the program. */
static void begin(const char *program, const char *const *options)
{
	const struct dtrace_handler h = {.size = sizeof(h), .record = count};
	char name[64];

	n_records = 0;
	check(dtrace_open(&d));
	dtrace_set_message_handler(d, print_message, NULL);
	check(dtrace_set_handler(d, &h));
	for (; options && *options; options++) {
		const char *value = strchr(*options, '=');

		snprintf(name, sizeof(name), "%.*s", (int)(value - *options), *options);
		check(dtrace_setopt(d, name, value + 1));
	}
	check(dtrace_add(d, DTRACE_TEXT_NAME, program));
	check(dtrace_check(d));
	if (dtrace_fd(d) != -1)
		printf("a descriptor before dtrace_go()\n");
}

static void go(void)
{
	check(dtrace_go(d));
}

static void end(void)
{
	check(dtrace_stop(d, false));
	dtrace_close(d);
}

static bool is_readable(int ms)
{
	struct pollfd p = {.fd = dtrace_fd(d), .events = POLLIN};

	return poll(&p, 1, ms) == 1 && p.revents == POLLIN;
}

/** Handles events until the end of tracing, or until there are `records` records, unless 0. */
static enum dtrace_work run(int records)
{
	enum dtrace_work state = DTRACE_WORK_OKAY;
	struct dtrace_error *err = NULL;

	while (state == DTRACE_WORK_OKAY && (!records || n_records < records)) {
		is_readable(-1);
		state = dtrace_work_now(d, &err);
	}
	check(err);
	return state;
}

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/** Counts how often an idle session ends a wait. */
static void idle(const char *program, const char *const *options)
{
	int n = 0, left;
	double until;

	begin(program, options);
	go();
	for (int i = 0; i < 100 && is_readable(0); i++) // the end of the start
		dtrace_work_now(d, &(struct dtrace_error *){NULL});
	until = now() + IDLE_SECONDS;
	while ((left = (int)((until - now()) * 1000)) > 0) {
		struct dtrace_error *err;

		if (!is_readable(left))
			continue;
		dtrace_work_now(d, &err);
		check(err);
		n++;
	}
	printf("idle: %s\n", n <= IDLE_SECONDS * WAKES_PER_SECOND ? "yes" : "no");
	if (n > IDLE_SECONDS * WAKES_PER_SECOND)
		printf("%d wake-ups in %d s\n", n, IDLE_SECONDS);
	end();
}

static void *interrupt_later(void *unused)
{
	usleep(1000); // the main thread may wait by now, or wait later: both must end
	dtrace_interrupt(d);
	return NULL;
}

static void on_signal(int sig)
{
	dtrace_interrupt(d);
}

static void interrupted(void)
{
	pthread_t thread;

	begin("tick-1h { }", NULL);
	go();
	pthread_create(&thread, NULL, interrupt_later, NULL);
	printf("thread: %s\n", is_readable(-1) ? "readable" : "not");
	pthread_join(thread, NULL);
	dtrace_work_now(d, &(struct dtrace_error *){NULL});
	signal(SIGUSR1, on_signal);
	raise(SIGUSR1);
	printf("signal: %s\n", is_readable(-1) ? "readable" : "not");
	dtrace_work_now(d, &(struct dtrace_error *){NULL});
	for (int i = 0; i < 100 && is_readable(0); i++)
		dtrace_work_now(d, &(struct dtrace_error *){NULL});
	printf("later: %s\n", is_readable(0) ? "readable" : "not");
	end();
	begin("BEGIN { }", NULL);
	dtrace_interrupt(d);
	go();
	printf("before the start: %s\n", is_readable(0) ? "readable" : "not");
	end();
}

/** work_now() of an idle session does not wait: it would take minutes. */
static void immediate(void)
{
	double start = now();

	begin("syscall::getppid:entry /pid == $pid/ { trace(1); }", NULL);
	go();
	for (int i = 0; i < 1000; i++)
		dtrace_work_now(d, &(struct dtrace_error *){NULL});
	printf("immediate: %s\n", now() - start < 30 ? "yes" : "no");
	getppid();
	run(1);
	printf("%d record\n", n_records);
	end();
}

static void targets(void)
{
	static const char *const quiet[] = {"quiet=1", NULL};
	pid_t child = fork();

	if (!child)
		pause();
	begin("tick-1h { }", quiet);
	check(dtrace_command(d, "true"));
	check(dtrace_grab(d, child));
	go();
	kill(child, SIGKILL);
	printf("targets: %s\n", run(0) == DTRACE_WORK_DONE ? "done" : "not");
	printf("afterwards: %s\n", is_readable(0) ? "readable" : "not");
	waitpid(child, NULL, 0);
	end();
}

/** The session within an epoll set of the program. */
static void nested(void)
{
	struct epoll_event event = {.events = EPOLLIN};
	int fd = epoll_create1(0);

	begin("syscall::getppid:entry /pid == $pid/ { trace(1); }", NULL);
	go();
	epoll_ctl(fd, EPOLL_CTL_ADD, dtrace_fd(d), &event);
	getppid();
	while (!n_records && epoll_wait(fd, &event, 1, -1) == 1)
		dtrace_work_now(d, &(struct dtrace_error *){NULL});
	printf("nested: %d record\n", n_records);
	end();
	close(fd);
}

int main(void)
{
	static const char *const slow[] = {"switchrate=100ms", "statusrate=10s", NULL},
				 *const fill[] = {"bufpolicy=fill", NULL};
	struct dtrace_error *err;

	printf("no session: %d\n", dtrace_fd(NULL));
	idle("tick-1h { }", NULL);
	idle("syscall::swapoff:entry { @[pid] = count(); trace(1); }", slow);
	idle("syscall::swapoff:entry { trace(1); }", fill);
	interrupted();
	immediate();
	targets();
	nested();

	begin("syscall::getppid:entry /pid == $pid/ { trace(1); }", slow);
	go();
	getppid();
	run(1);
	printf("switchrate: %d record\n", n_records);
	end();

	begin("BEGIN { trace(1); exit(3); }", NULL);
	go();
	printf("exit in BEGIN: %s\n", run(0) == DTRACE_WORK_DONE ? "done" : "not");
	end();

	begin("syscall::getppid:entry /pid == $pid/ { exit(3); }", fill);
	go();
	getppid();
	printf("exit, fill: %s\n", run(0) == DTRACE_WORK_DONE ? "done" : "not");
	printf("after the end: %s\n",
	       dtrace_work_now(d, &err) == DTRACE_WORK_DONE ? "done" : "not");
	check(dtrace_stop(d, false));
	printf("after the stop: %s, %s\n", is_readable(0) ? "readable" : "not readable",
	       dtrace_work(d, &err) == DTRACE_WORK_DONE ? "done" : "not done");
	dtrace_close(d);

	begin("tick-10ms { @ = count(); } tick-50ms { trace(1); }", NULL);
	go();
	run(2);
	printf("ticks: %d records or more\n", n_records < 2 ? n_records : 2);
	end();
	return 0;
}

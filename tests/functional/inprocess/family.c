/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * family WAY: calls work() in processes that it forks, with their ids, and prints the number of
 * calls.
 *
 *	tree	 10 children, each with 9 children, each with a thread beside the first
 *	row	 1,000 children, one after the other
 *	vfork	 10 children by vfork(), and 10 by posix_spawn()
 *	orphan	 a child that lives on after the process, and then makes the file orphan.done
 *	held	 a child, then the file held.ready; and once there is the file held.go, the row
 *	hidden	 a child in which a filter ends it for any call but those it makes itself
 */
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <spawn.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CHILDREN = 10, GRANDCHILDREN = 9, CALLS = 100, ROW = 1000 };

long work(long process, long parent);
extern char **environ;
static volatile long sink;

__attribute__((noipa)) long work(long process, long parent)
{
	return sink += process - parent;
}

static void work_on(void)
{
	long process = getpid(), parent = getppid();

	for (int i = 0; i < CALLS; i++)
		work(process, parent);
}

static void *work_beside(void *unused)
{
	work_on();
	return unused;
}

static void work_twice(void)
{
	pthread_t thread;

	if (pthread_create(&thread, NULL, work_beside, NULL))
		abort();
	work_on();
	pthread_join(thread, NULL);
}

/** Forks `n` children that call `fn`, side by side, and waits for them. */
static void have(int n, void (*fn)(void))
{
	for (int i = 0; i < n; i++)
		if (!fork()) {
			fn();
			_exit(0);
		}
	while (wait(NULL) > 0)
		;
}

static void work_with_children(void)
{
	work_twice();
	have(GRANDCHILDREN, work_twice);
}

static long tree(void)
{
	have(CHILDREN, work_with_children);
	return 2L * CALLS * CHILDREN * (1 + GRANDCHILDREN);
}

static long row(void)
{
	for (int i = 0; i < ROW; i++)
		have(1, work_on);
	return (long)CALLS * ROW;
}

static long held(void)
{
	have(1, work_on);
	fclose(fopen("held.ready", "w"));
	while (access("held.go", F_OK))
		usleep(1000);
	return CALLS + row();
}

static long by_vfork(void)
{
	char *arguments[] = {"true", NULL};
	pid_t pid;

	for (volatile int i = 0; i < CHILDREN; i++) {
		if (!vfork())
			_exit(0);
		if (posix_spawnp(&pid, "true", NULL, NULL, arguments, environ))
			abort();
		work_on();
	}
	while (wait(NULL) > 0)
		;
	return (long)CALLS * CHILDREN;
}

static long orphan(void)
{
	int ready[2];
	pid_t parent = getpid();
	char c;

	if (pipe(ready))
		abort();
	if (!fork()) {
		work_on();
		if (write(ready[1], "x", 1) != 1)
			abort();
		while (getppid() == parent)
			;
		for (int i = 0; i < 1000; i++)
			work_on();
		fclose(fopen("orphan.done", "w"));
		_exit(0);
	}
	if (read(ready[0], &c, 1) != 1)
		abort();
	return CALLS;
}

static void filter_and_work(void)
{
	struct sock_filter code[] = {
	    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
	    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_exit_group, 0, 1),
	    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
	};
	struct sock_fprog program = {sizeof(code) / sizeof(*code), code};

	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program))
		abort();
	for (int i = 0; i < CALLS; i++)
		work(0, 0);
}

static long hidden(void)
{
	int status;

	if (!fork()) {
		filter_and_work();
		_exit(0);
	}
	wait(&status);
	if (!WIFEXITED(status))
		puts("a filter has ended the child");
	return CALLS;
}

static const struct {
	const char *name;
	long (*run)(void);
} ways[] = {
    {"tree", tree},	 {"held", held},     {"row", row},
    {"vfork", by_vfork}, {"orphan", orphan}, {"hidden", hidden},
};

int main(int argc, char **argv)
{
	for (size_t i = 0; argc > 1 && i < sizeof(ways) / sizeof(*ways); i++)
		if (!strcmp(ways[i].name, argv[1]))
			printf("%ld calls\n", ways[i].run());
	return 0;
}

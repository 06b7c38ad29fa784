/* SPDX-License-Identifier: BSD-2-Clause */
/* A program that publishes its trace context itself. Without an argument: each state of a record,
 * then threads, children and an exec. With "hostile": addresses that lead nowhere. */
/* cflags: -rdynamic */
#include "_traceid.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>

_Thread_local char other[100]; // so that the block has another variable before it
_Thread_local struct context *otel_thread_ctx_v1;

static void *work(void *arg)
{
	struct context own;

	mark(20); // a new thread has none
	fill(&own, 0xd0);
	otel_thread_ctx_v1 = &own;
	mark(21);
	return NULL;
}

static void in_child(void (*act)(char **argv), char **argv)
{
	if (!fork()) {
		act(argv);
		_exit(0);
	}
	wait(NULL);
}

static void grandchild(char **argv)
{
	mark(32);
}

static void child(char **argv)
{
	struct context own;

	mark(30); // the parent's
	fill(&own, 0xe0);
	otel_thread_ctx_v1 = &own;
	mark(31);
	in_child(grandchild, argv);
}

static void other_program(char **argv)
{
	argv[1] = "other";
	execv("/proc/self/exe", argv);
}

static void hostile(void)
{
	char *pages = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	struct context *last = (struct context *)(pages + 4096 - 25), own;

	fill(&own, 0xa0);
	memcpy(last, &own, 25);
	munmap(pages + 4096, 4096);
	otel_thread_ctx_v1 = last; // the record ends before its flags; dtrace does not read them
	mark(40);
	otel_thread_ctx_v1 = (struct context *)(pages + 4096 - 24);
	mark(41);
	for (int i = 0; i < 64; i++) {
		otel_thread_ctx_v1 = (struct context *)(1UL << i);
		mark(41);
	}
	otel_thread_ctx_v1 = (struct context *)&otel_thread_ctx_v1; // leads to itself
	mark(41);
	mprotect(pages, 4096, PROT_NONE);
	otel_thread_ctx_v1 = last;
	mark(41);
}

int main(int argc, char **argv)
{
	struct context own;
	pthread_t thread;

	mark(10);
	if (argc > 1 && !strcmp(argv[1], "other"))
		return 0;
	if (argc > 1) {
		hostile();
		return 0;
	}
	fill(&own, 0xa0);
	otel_thread_ctx_v1 = &own;
	mark(11);
	own.is_valid = 0;
	mark(12);
	own.is_valid = 2;
	mark(12);
	own.is_valid = 1;
	memset(own.trace, 0, sizeof(own.trace));
	memset(own.span, 0, sizeof(own.span));
	mark(13);
	otel_thread_ctx_v1 = NULL;
	mark(14);
	fill(&own, 0x09);
	otel_thread_ctx_v1 = &own;
	mark(15);
	pthread_create(&thread, NULL, work, NULL);
	pthread_join(thread, NULL);
	mark(22);
	in_child(child, argv);
	in_child(other_program, argv);
	return 0;
}

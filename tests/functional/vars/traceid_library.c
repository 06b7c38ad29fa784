/* SPDX-License-Identifier: BSD-2-Clause */
/* Opens the libraries of its arguments and publishes trace contexts by the last one. It waits until
 * dtrace has found the variable: then dtrace sends SIGUSR1. */
#include "_traceid.h"

#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>

static volatile sig_atomic_t seen;
static void (*publish)(struct context *);

static void see(int signal)
{
	seen = 1;
}

static void *work(void *arg)
{
	struct context own;

	if (!arg) {
		mark(4); // a thread that never touches the variable
		return NULL;
	}
	fill(&own, 0xd0);
	publish(&own);
	mark(3);
	return NULL;
}

static void run(void *arg)
{
	pthread_t thread;

	pthread_create(&thread, NULL, work, arg);
	pthread_join(thread, NULL);
}

int main(int argc, char **argv)
{
	struct context own;

	signal(SIGUSR1, see);
	for (int i = 1; i < argc; i++) {
		void *library = dlopen(argv[i], RTLD_NOW);

		publish = library ? (void (*)(struct context *))dlsym(library, "publish") : NULL;
		if (!publish) {
			puts(dlerror());
			return 1;
		}
	}
	mark(1);
	fill(&own, 0xa0);
	publish(&own);
	while (!seen)
		mark(9);
	mark(2);
	run(&own);
	run(NULL);
	publish(NULL);
	mark(5);
	return 0;
}

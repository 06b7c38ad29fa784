/* SPDX-License-Identifier: BSD-2-Clause */
/* 20,000 threads, or as many as the argument says, one after the other, each of which makes a call
 * and ends; the first thread makes one before and one after them. */
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

static void *call(void *arg)
{
	getppid();
	return arg;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 20000;

	call(NULL);
	for (int i = 0; i < n; i++) {
		pthread_t thread;

		if (pthread_create(&thread, NULL, call, NULL))
			return 1;
		pthread_join(thread, NULL);
	}
	call(NULL);
	return 0;
}

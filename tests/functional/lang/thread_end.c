/* SPDX-License-Identifier: BSD-2-Clause */
/* 20,000 threads, one after the other, each of which makes a call and ends; the first thread makes
 * one before and one after them. */
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

static void *call(void *arg)
{
	getppid();
	return arg;
}

int main(void)
{
	call(NULL);
	for (int i = 0; i < 20000; i++) {
		pthread_t thread;

		if (pthread_create(&thread, NULL, call, NULL))
			return 1;
		pthread_join(thread, NULL);
	}
	call(NULL);
	return 0;
}

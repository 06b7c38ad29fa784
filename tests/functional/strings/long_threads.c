/* SPDX-License-Identifier: BSD-2-Clause */
/* Threads, one after the other, that name themselves in truncate(2); each ends. */
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static void *call(void *arg)
{
	char name[32];

	snprintf(name, sizeof(name), "thread %ld", (long)arg);
	(void)!truncate(name, 0);
	(void)!truncate(name, 1);
	return NULL;
}

int main(void)
{
	call(NULL);
	for (long i = 1; i <= 200; i++) {
		pthread_t thread;

		if (pthread_create(&thread, NULL, call, (void *)i))
			return 1;
		pthread_join(thread, NULL);
	}
	return 0;
}

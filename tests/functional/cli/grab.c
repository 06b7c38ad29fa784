/* SPDX-License-Identifier: BSD-2-Clause */
/* A process with a second thread, whose id it prints. */
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static void *second(void *arg)
{
	printf("%d\n", gettid());
	fflush(stdout);
	pause();
	return arg;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, second, NULL);
	pthread_join(thread, NULL);
	return 0;
}

// SPDX-License-Identifier: BSD-2-Clause
// A hundred times: eight threads, released at the same time, end the process together. Ten threads
// of this process, one after the other.
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_barrier_t start;

static void *leave(void *arg)
{
	pthread_barrier_wait(&start);
	return arg;
}

static void *nothing(void *arg)
{
	return arg;
}

static void child(void)
{
	pthread_t t[8];

	pthread_barrier_init(&start, NULL, 9);
	for (int i = 0; i < 8; i++)
		pthread_create(&t[i], NULL, leave, NULL);
	pthread_barrier_wait(&start);
	pthread_exit(NULL);
}

int main(void)
{
	pthread_t t;

	for (int i = 0; i < 100; i++) {
		pid_t pid = fork();

		if (!pid)
			child();
		waitpid(pid, NULL, 0);
	}
	for (int i = 0; i < 10; i++) {
		pthread_create(&t, NULL, nothing, NULL);
		pthread_join(t, NULL);
	}
	return 0;
}

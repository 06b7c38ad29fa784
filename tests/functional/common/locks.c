// SPDX-License-Identifier: BSD-2-Clause
/*
 * A known number of operations on a mutex, a recursive one and a lock of readers and writers; for
 * each but the second, a thread sleeps until the main thread gives it back, 20 ms later or more.
 * With an argument: nothing.
 */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

pthread_mutex_t plain = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t nested = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;

static pid_t waiter;

/** The waiter has slept in futex() for 20 ms. */
static void sleeps_until_given_back(void)
{
	char path[64], text[100];

	for (int n = 0; n < 20; n++) {
		int fd;

		usleep(1000);
		snprintf(path, sizeof(path), "/proc/self/task/%d/syscall",
			 __atomic_load_n(&waiter, __ATOMIC_SEQ_CST));
		fd = open(path, O_RDONLY);
		memset(text, 0, sizeof(text));
		if (fd >= 0 && read(fd, text, sizeof(text) - 1) > 0)
			close(fd);
		if (!isdigit(text[0]) || atol(text) != SYS_futex)
			n = 0;
	}
}

static void *wants_plain(void *arg)
{
	__atomic_store_n(&waiter, gettid(), __ATOMIC_SEQ_CST);
	pthread_mutex_lock(&plain);
	pthread_mutex_unlock(&plain);
	return arg;
}

static void *wants_to_write(void *arg)
{
	__atomic_store_n(&waiter, gettid(), __ATOMIC_SEQ_CST);
	pthread_rwlock_wrlock(&rw);
	pthread_rwlock_unlock(&rw);
	return arg;
}

static void *wants_to_read(void *arg)
{
	__atomic_store_n(&waiter, gettid(), __ATOMIC_SEQ_CST);
	pthread_rwlock_rdlock(&rw);
	pthread_rwlock_unlock(&rw);
	return arg;
}

static pthread_t start(void *(*work)(void *))
{
	pthread_t t;

	__atomic_store_n(&waiter, 0, __ATOMIC_SEQ_CST);
	pthread_create(&t, NULL, work, NULL);
	while (!__atomic_load_n(&waiter, __ATOMIC_SEQ_CST))
		usleep(100);
	sleeps_until_given_back();
	return t;
}

int main(int argc, char **argv)
{
	pthread_t t;
	int busy = 0;

	if (argc > 1)
		pause();

	printf("lock %lx plain\nlock %lx nested\nlock %lx rw\n", (long)&plain, (long)&nested,
	       (long)&rw);
	for (int i = 0; i < 5; i++) {
		pthread_mutex_lock(&plain);
		pthread_mutex_unlock(&plain);
	}
	pthread_mutex_lock(&plain);
	busy += pthread_mutex_trylock(&plain) == EBUSY;
	busy += pthread_mutex_trylock(&plain) == EBUSY;
	t = start(wants_plain);
	pthread_mutex_unlock(&plain);
	pthread_join(t, NULL);
	for (int i = 0; i < 3; i++)
		pthread_mutex_lock(&nested);
	for (int i = 0; i < 3; i++)
		pthread_mutex_unlock(&nested);
	pthread_rwlock_rdlock(&rw);
	busy += pthread_rwlock_trywrlock(&rw) == EBUSY;
	t = start(wants_to_write);
	pthread_rwlock_unlock(&rw);
	pthread_join(t, NULL);
	pthread_rwlock_wrlock(&rw);
	t = start(wants_to_read);
	pthread_rwlock_unlock(&rw);
	pthread_join(t, NULL);
	return busy != 3;
}

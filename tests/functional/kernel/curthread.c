/* SPDX-License-Identifier: BSD-2-Clause */
/* A separate thread: pid and tid differ. The write marks the point to examine. */
#include <pthread.h>
#include <unistd.h>

static void *thread(void *arg)
{
	pthread_setname_np(pthread_self(), "a-thread");
	write(-1, arg, 7);
	return NULL;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, thread, NULL);
	pthread_join(t, NULL);
	return 0;
}

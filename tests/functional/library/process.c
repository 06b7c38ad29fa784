/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A separate thread, in a separate session: pid, tid, process group and session differ from its
 * parent's, with the usual priority. The write marks the point to examine; the printed identities
 * are the expected trace.
 */
#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

static void *thread(void *arg)
{
	write(-1, arg, 7);
	return NULL;
}

int main(void)
{
	pthread_t t;

	setpriority(PRIO_PROCESS, 0, 0);
	if (getpgid(0) != getpid())
		setsid();
	pthread_create(&t, NULL, thread, NULL);
	pthread_join(t, NULL);
	return 0;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/* A thread of its own, in a session of its own: pid, tid, process group and session differ from its
 * parent's, and of the usual priority. The write marks where to look; the identities are what the
 * trace must say. */
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

// SPDX-License-Identifier: BSD-2-Clause
// Gives up the CPU 30 times by sleeping, and must leave it at least three times to a child that
// never sleeps on the same CPU; between close(-1000) and close(-1001).
#include <sched.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static long involuntary(void)
{
	struct rusage u;

	getrusage(RUSAGE_SELF, &u);
	return u.ru_nivcsw;
}

int main(void)
{
	struct timespec little = {0, 5000000};
	cpu_set_t set;
	pid_t pid;
	long begun;

	CPU_ZERO(&set);
	CPU_SET(sched_getcpu(), &set);
	sched_setaffinity(0, sizeof(set), &set);
	pid = fork();
	if (!pid)
		for (;;)
			;
	close(-1000);
	for (int i = 0; i < 30; i++)
		nanosleep(&little, NULL);
	begun = involuntary();
	while (involuntary() < begun + 3)
		sched_yield();
	close(-1001);
	kill(pid, SIGKILL);
	return waitpid(pid, NULL, 0) != pid;
}

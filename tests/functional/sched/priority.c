// SPDX-License-Identifier: BSD-2-Clause
// Behind a call of chdir(): a thread changes its own priority three times, then has a CPU for a
// second.
#include <sched.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

int main(void)
{
	struct timespec used;

	if (setpriority(PRIO_PROCESS, 0, 0) || chdir("/"))
		return 1;
	if (setpriority(PRIO_PROCESS, 0, 5) ||
	    sched_setscheduler(0, SCHED_FIFO, &(struct sched_param){.sched_priority = 10}) ||
	    sched_setscheduler(0, SCHED_OTHER, &(struct sched_param){0}))
		return 1;
	do
		clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
	while (used.tv_sec < 1);
	return 0;
}

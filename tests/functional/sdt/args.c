/* SPDX-License-Identifier: BSD-2-Clause */
/* Sleeps, so that its thread is switched out and in, then runs another program. */
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

int main(void)
{
	const struct timespec t = {0, 1000000};

	prctl(PR_SET_NAME, "the-sleeper");
	for (int i = 0; i < 5; i++)
		nanosleep(&t, NULL);
	execl("/bin/true", "true", (char *)NULL);
	return 1;
}

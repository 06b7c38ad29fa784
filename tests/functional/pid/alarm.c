// SPDX-License-Identifier: BSD-2-Clause
// A handler that sets the alarm again, three times, next to a spinning loop.
#include <signal.h>
#include <stdio.h>
#include <unistd.h>
static volatile sig_atomic_t n;
static volatile unsigned long c;
static void h(int s)
{
	n++;
	if (n < 3)
		ualarm(100000, 0);
}
int main(void)
{
	signal(SIGALRM, h);
	ualarm(100000, 0);
	while (n < 3)
		c++;
	printf("n %d %d\n", (int)n, c > 0);
	return 7;
}

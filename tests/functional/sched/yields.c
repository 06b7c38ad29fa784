/* SPDX-License-Identifier: BSD-2-Clause */
/* yields N: yields its CPU N times. */
#include <sched.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	for (int i = 0; i < atoi(argv[1]); i++)
		sched_yield();
	return 0;
}

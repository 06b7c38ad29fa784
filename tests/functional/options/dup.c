/* SPDX-License-Identifier: BSD-2-Clause */
/* Makes as many calls dup3(-10, i, 0) as the first argument says, on the CPU of the second. */
#define _GNU_SOURCE
#include <sched.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(atoi(argv[2]), &set);
	sched_setaffinity(0, sizeof(set), &set);
	for (long i = 0; i < atol(argv[1]); i++)
		syscall(SYS_dup3, -10, i, 0);
	return 0;
}

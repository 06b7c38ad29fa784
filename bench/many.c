/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * many FILE: measures the cost of calling one of FUNCTIONS functions, all of which may be probed,
 * in ns of this thread's CPU time, and appends it to FILE. bench/scale compiles it with each number
 * of functions.
 */
#include "measure.h"

enum { BATCHES = 21, CALLS = 2000 };

#define TEXT(x)	     #x
#define NUMBER(name) TEXT(name)

long called(long x);

// The functions begin with push, which the kernel emulates under a uprobe.
__asm__(".text\n"
	".altmacro\n"
	".macro function number\n"
	".globl f_\\number\n.type f_\\number, @function\n"
	"f_\\number: push %rbp\n pop %rbp\n ret\n"
	".size f_\\number, . - f_\\number\n"
	".endm\n"
	".set i, 0\n"
	".rept " NUMBER(FUNCTIONS) "\n"
				   "function %i\n"
				   ".set i, i + 1\n"
				   ".endr\n"
				   ".set called, f_0\n");

int main(int argc, char **argv)
{
	double cost[BATCHES];

	if (argc != 2)
		return 2;
	use_last_cpu();
	for (int b = 0; b < BATCHES; b++) {
		double start = now(CLOCK_THREAD_CPUTIME_ID);

		for (int i = 0; i < CALLS; i++)
			called(i);
		cost[b] = (now(CLOCK_THREAD_CPUTIME_ID) - start) / CALLS;
	}
	return append(argv[1], median(cost, BATCHES));
}

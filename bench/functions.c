/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * functions KIND BATCHES CALLS FILE: measures the cost of calling a function that may be probed, in
 * ns of this thread's CPU time, and appends the median of BATCHES batches of CALLS calls to FILE.
 * For the kind kernel it is the elapsed time of the fastest batch, because a guest may measure CPU
 * time in ticks only, and other guests take time from it. KIND is
 *
 * plain    a function that begins with push, which the kernel emulates under a uprobe
 * guarded  a function that begins with endbr64, as in distributions, which it single-steps
 * usdt     a probe that the program declares: a nop with a note, bench:::fire
 * kernel   a write of a byte to /dev/null, which calls vfs_write()
 *
 * The argument counts, so that a key or a histogram of it has many values.
 */
#include "measure.h"

#include <fcntl.h>
#include <stdbool.h>
#include <string.h>

long plain(long x), guarded(long x), usdt(long x);

__asm__(".text\n"
	".globl plain\n.type plain, @function\n"
	"plain: push %rbp\n mov %rsp, %rbp\n lea 1(%rdi), %rax\n pop %rbp\n ret\n"
	".size plain, . - plain\n"
	".globl guarded\n.type guarded, @function\n"
	"guarded: endbr64\n push %rbp\n mov %rsp, %rbp\n lea 1(%rdi), %rax\n pop %rbp\n ret\n"
	".size guarded, . - guarded\n"
	".globl usdt\n.type usdt, @function\n"
	"usdt: lea 1(%rdi), %rax\n"
	"1: nop\n ret\n"
	".size usdt, . - usdt\n"
	".pushsection .note.stapsdt, \"\", @note\n"
	".balign 4\n .4byte 3f - 2f, 5f - 4f, 3\n"
	"2: .asciz \"stapsdt\"\n"
	"3: .balign 4\n"
	"4: .8byte 1b, _.stapsdt.base, 0\n .asciz \"bench\"\n .asciz \"fire\"\n .asciz \"8@%rdi\"\n"
	"5: .balign 4\n"
	".popsection\n"
	".pushsection .stapsdt.base, \"aG\", @progbits, .stapsdt.base, comdat\n"
	".weak _.stapsdt.base\n .hidden _.stapsdt.base\n"
	"_.stapsdt.base: .space 1\n .size _.stapsdt.base, 1\n"
	".popsection\n");

static int null;

static long kernel(long x)
{
	return write(null, &x, 1);
}

int main(int argc, char **argv)
{
	if (argc != 5)
		return 2;

	long (*function)(long) = !strcmp(argv[1], "kernel")    ? kernel
				 : !strcmp(argv[1], "usdt")    ? usdt
				 : !strcmp(argv[1], "guarded") ? guarded
							       : plain;
	bool in_guest = function == kernel;
	clockid_t clock = in_guest ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID;
	int batches = atoi(argv[2]), calls = atoi(argv[3]);
	double *cost = calloc(batches, sizeof(*cost));

	null = open("/dev/null", O_WRONLY);
	use_last_cpu();
	for (int b = 0; b < batches; b++) {
		double start = now(clock);

		for (int i = 0; i < calls; i++)
			function(i & 1023);
		cost[b] = (now(clock) - start) / calls;
	}
	int failed = append(argv[4], in_guest ? least(cost, batches) : median(cost, batches));

	free(cost);
	return failed;
}

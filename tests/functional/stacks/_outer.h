/* SPDX-License-Identifier: BSD-2-Clause */
/* Frames of C above functions of assembly: main() calls outer(), which calls the workload's
 * inner(). */
#define NOINLINE __attribute__((noinline, noipa))

volatile long sink;

static void inner(void);

NOINLINE static void outer(void)
{
	inner();
	sink++;
}

#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * registers.d - the machine's registers at a function's entry.
 *
 * usage: registers.d FUNCTION -c COMMAND
 *
 *	outer: rdi 42, stack aligned to 8
 */
#pragma D option quiet

pid$target:a.out:$1:entry
{
	printf("%s: rdi %d, stack aligned to %d\n", probefunc, uregs[R_RDI], uregs[R_RSP] & 15 ? 8 : 16);
}

#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * instructions.d - counts the instructions that each function of a program executes.
 *
 * usage: instructions.d FUNCTIONS {-c COMMAND | -p PID}		a name or a pattern
 *
 *	FUNCTION              INSTRUCTIONS
 *	outer                          110
 *	middle                          50
 *	inner                           40
 *
 * The counts are exact, apart from instructions that dtrace reports as skipped. Calls of library
 * functions count as one instruction.
 */
#pragma D option quiet
#pragma D option engine=inprocess
#pragma D option aggsortrev

/* The offsets of the instructions. A function's first and last instruction also are entry and return. */
pid$target:a.out:$1:
/probename != "entry" && probename != "return"/
{
	@[probefunc] = count();
}

END
{
	printf("%-20s %13s\n", "FUNCTION", "INSTRUCTIONS");
	printa("%-20s %@13d\n", @);
}

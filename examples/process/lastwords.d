#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * lastwords.d - the last system calls of a program, kept in a ring and printed when it ends: a flight recorder.
 *
 * usage: lastwords.d PROGRAM-NAME
 *
 *	read(0xffffffff, 0x563e9e607280, 0xa)
 *	read(0xffffffff, 0x563e9e607280, 0xa)
 *	read(0xffffffff, 0x563e9e607280, 0xa)
 *	read(0xffffffff, 0x563e9e607280, 0xa)
 *	read(0xffffffff, 0x563e9e607280, 0xa)
 *	read(0xffffffff, 0x563e9e607280, 0xa)
 *	read(0xffffffff, 0x563e9e607280, 0xa)
 *	read(0xffffffff, 0x563e9e607280, 0xa)
 *	read(0xffffffff, 0x563e9e607280, 0xa)
 *	read(0xffffffff, 0x563e9e607280, 0xa)
 */
#pragma D option quiet
#pragma D option bufpolicy=ring
#pragma D option bufsize=64k

syscall:::entry
/execname == $$1/
{
	printf("%s(0x%x, 0x%x, 0x%x)\n", probefunc, arg0, arg1, arg2);
}

sdt:sched::sched_process_exit
/execname == $$1/
{
	exit(0);
}

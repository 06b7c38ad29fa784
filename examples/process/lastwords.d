#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * lastwords.d - keeps the last system calls of a program in a ring buffer and prints them when the program ends.
 *
 * usage: lastwords.d PROGRAM-NAME
 *
 *	read(0xffffffff, 0x563e9e607280, 0xa)
 *	umask(0x7, 0x7, 0x0)
 *	uname(0x7ffe4a7d4c10, 0x7ffe4a7d4c10, 0x0)
 *	exit_group(0x0, 0x0, 0xe7)
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

#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * newproc.d - new programs, seen at the return of execve: only those that did start.
 *
 * usage: newproc.d [-c COMMAND | -p PID]
 *
 *	act by 10791: act exec:/bin/true exec:/bin/no-such-program
 *	true by 10792: /bin/true one two
 *	as by 10687: as -I src/liblower.a.p -I src -I ../src -I ../include --gdwarf-5 --64 -o src/li
 */
#pragma D option quiet
#pragma D option confine

syscall::execve:return, syscall::execveat:return
/errno == 0/
{
	printf("%s by %d: %S\n", execname, ppid, curpsinfo->pr_psargs);
}

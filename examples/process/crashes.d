#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * crashes.d - prints each process that SIGSEGV, SIGABRT, SIGBUS, SIGFPE or SIGILL kills, with its stack.
 *
 * usage: crashes.d [-c COMMAND | -p PID]
 *
 *	unlucky[11044] dies of SIGSEGV, code 0
 *
 *	              libc.so.6`kill+0x7
 *	              act`main+0x6d
 *	              libc.so.6`0x7f07c1dd424a
 */
#pragma D option quiet
#pragma D option confine

/* A null handler means the default action, which ends the process. */
sdt:signal::signal_deliver
/(args[0] == SIGSEGV || args[0] == SIGABRT || args[0] == SIGBUS || args[0] == SIGFPE || args[0] == SIGILL) &&
    args[2]->sa.sa_handler == NULL/
{
	printf("%s[%d] dies of %s, code %d\n", execname, pid, (signal_t)args[0], args[1]->si_code);
	ustack(3);
}

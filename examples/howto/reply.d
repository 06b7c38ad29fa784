#!/usr/sbin/dtrace -ws
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * reply.d - destructive actions: stop a process at an event, hand it to a command, and let it go on. Needs -w.
 *
 * usage: reply.d -c COMMAND
 *
 *	stopped at umask
 *	ended by itself
 *
 *	ended by a signal
 */
#pragma D option quiet

syscall::umask:entry
/pid == $target && arg0 == 7/
{
	printf("stopped at umask\n");
	stop();
	system("kill -CONT %d", pid);
}

syscall::umask:entry
/pid == $target && arg0 == 077/
{
	printf("ended by a signal\n");
	raise(SIGKILL);
}

syscall::exit_group:entry
/pid == $target/
{
	printf("ended by itself\n");
}

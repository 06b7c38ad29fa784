#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * exectime.d - how long execve takes, by the program that is started.
 *
 * usage: exectime.d [-c COMMAND | -p PID]
 *
 *	microseconds
 *	/bin/true
 *	           value  ------------- Distribution ------------- count
 *	              64 |                                         0
 *	             128 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@      7
 *	             256 |@@@@@                                    1
 *	             512 |                                         0
 */
#pragma D option quiet
#pragma D option confine

syscall::execve:entry
{
	self->since = timestamp;
	self->path = copyinstr(arg0);
}

syscall::execve:return
/self->since && errno == 0/
{
	@[self->path] = quantize((timestamp - self->since) / 1000);
}

syscall::execve:return
{
	self->since = 0;
	self->path = NULL;
}

END
{
	printf("microseconds\n");
	printa("%s%@d\n", @);
}

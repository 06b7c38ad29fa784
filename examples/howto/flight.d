#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * flight.d - bufpolicy=fill: trace until the buffer is full, then print all; nothing is overwritten.
 *
 * usage: flight.d -c COMMAND
 *
 *	mask 1
 *	mask 2
 *	mask 3
 */
#pragma D option quiet
#pragma D option bufpolicy=fill
#pragma D option bufsize=16k

syscall::umask:entry
/pid == $target/
{
	printf("mask %o\n", arg0);
}

#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * offsetwalk.d - where in a file a program reads: the offset before each read, from the descriptor.
 *
 * usage: offsetwalk.d -c COMMAND
 *
 *	walked at 0, 100 bytes
 *	walked at 100, 100 bytes
 *	walked at 200, 100 bytes
 *	walked at 4000, 10 bytes
 */
#pragma D option quiet

syscall::read:entry
/pid == $target && fds[arg0].fi_name == "walked"/
{
	printf("%s at %d, %d bytes\n", fds[arg0].fi_name, fds[arg0].fi_offset, arg2);
}

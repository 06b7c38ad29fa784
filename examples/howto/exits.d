#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * exits.d - the script's own exit status: exit(3) when something happened that must not.
 *
 * usage: exits.d -c COMMAND
 *
 *	act removes a file
 */
#pragma D option quiet

syscall::unlink:return, syscall::unlinkat:return
/progenyof($target) && errno == 0/
{
	printf("%s removes a file\n", execname);
	exit(3);
}

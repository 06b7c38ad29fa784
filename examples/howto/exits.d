#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * exits.d - ends with status 3 as soon as a command or its children remove a file: a check for test suites.
 *
 * usage: exits.d -c COMMAND
 *
 *	act removes a file
 */
#pragma D option quiet
#pragma D option zdefs

syscall::unlink:return, syscall::unlinkat:return
/progenyof($target) && errno == 0/
{
	printf("%s removes a file\n", execname);
	exit(3);
}

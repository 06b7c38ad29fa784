#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * clear.d - clear keeps the keys and sets their values to zero: a table that shows who has stopped.
 *
 * usage: clear.d -c COMMAND
 *
 *	umask 4; getppid 8;
 *	getppid 0; umask 0;
 */
#pragma D option quiet

syscall::umask:entry, syscall::getppid:entry
/pid == $target/
{
	@[probefunc] = count();
}

syscall::umask:entry
/pid == $target && arg0 == 0777/
{
	printa("%s %@d; ", @);
	printf("\n");
	clear(@);
}

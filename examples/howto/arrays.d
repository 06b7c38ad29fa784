#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * arrays.d - associative arrays: two keys of different types, read, changed and deleted.
 *
 * usage: arrays.d -c COMMAND
 *
 *	umask 5, getppid 8, none 0
 *	the later one: getppid
 *	deleted: umask 0
 */
#pragma D option quiet
#pragma D option dynvarsize=4m

syscall::umask:entry, syscall::getppid:entry
/pid == $target/
{
	calls[probefunc, tid]++;
	order[probefunc] = ++number;
}

syscall::exit_group:entry
/pid == $target/
{
	printf("umask %d, getppid %d, none %d\n", calls["umask", tid], calls["getppid", tid],
	    calls["none", tid]);
	printf("the later one: %s\n", order["umask"] > order["getppid"] ? "umask" : "getppid");
	calls["umask", tid] = 0;
	printf("deleted: umask %d\n", calls["umask", tid]);
}

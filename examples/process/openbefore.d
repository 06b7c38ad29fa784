#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * openbefore.d - what a program opened before it failed: a list kept in an associative array, printed when it exits badly.
 *
 * usage: openbefore.d -c COMMAND
 *
 *	ends with 2; opened last: d, c, b
 */
#pragma D option quiet

syscall::openat:entry
/pid == $target/
{
	self->path = arg1;
}

syscall::openat:return
/self->path/
{
	recent[n++ % 3] = copyinstr(self->path);
	self->path = 0;
}

syscall::exit_group:entry
/pid == $target/
{
	printf("ends with %d; opened last: %s, %s, %s\n", (int)arg0, recent[(n + 2) % 3], recent[(n + 1) % 3],
	    recent[n % 3]);
	recent[0] = NULL;
	recent[1] = NULL;
	recent[2] = NULL;
}

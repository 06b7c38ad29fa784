#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * pathopens.d - which paths are opened how often; the most popular last.
 *
 * usage: pathopens.d [-c COMMAND | -p PID]
 *
 *	 OPENS  PATH
 *	     1  /dev/null
 *	     1  /etc/localtime
 *	     1  /lib/x86_64-linux-gnu/libacl.so.1
 *	     1  /lib/x86_64-linux-gnu/libbpf.so.1
 *	     1  /lib/x86_64-linux-gnu/libm.so.6
 *	     1  /lib/x86_64-linux-gnu/libselinux.so.1
 *	     1  /proc/filesystems
 *	     1  /proc/self/maps
 */
#pragma D option quiet
#pragma D option confine

syscall::openat:entry
{
	self->path = arg1;
}

syscall::openat:return
/self->path && errno == 0/
{
	@opens[copyinstr(self->path)] = count();
}

syscall::openat:return
{
	self->path = 0;
}

END
{
	printf("%6s  %s\n", "OPENS", "PATH");
	printa("%@6d  %s\n", @opens);
}

#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * rwpath.d - which files are read and written, by program and path, with the bytes: fds[] knows the names.
 *
 * usage: rwpath.d [-c COMMAND | -p PID]
 *
 *	EXEC             CALL        BYTES PATH
 *	cc               read            0 pipe:[572099]
 *	collect2         read            0 pipe:[572100]
 *	ninja            read            0 pipe:[572076]
 *	bash             write           2 /tmp/bash_jobs.0/668da3bad190/rc.tmp
 *	dtrace           read            4 /sys/devices/system/cpu/possible
 *	dtrace           read            8 /sys/devices/system/cpu/online
 *	ninja            write          61 pipe:[569313]
 *	ninja            write          83 /usr/src/dtrace/build/.ninja_log
 *	ninja            write         372 /usr/src/dtrace/build/.ninja_deps
 */
#pragma D option quiet
#pragma D option confine

syscall::read:entry, syscall::write:entry
{
	self->path = fds[arg0].fi_pathname;
	self->active = 1;
}

syscall::read:return, syscall::write:return
/self->active && errno == 0/
{
	@bytes[execname, probefunc, self->path] = sum(arg0);
}

syscall::read:return, syscall::write:return
{
	self->path = NULL;
	self->active = 0;
}

END
{
	printf("%-16s %-6s %10s %s\n", "EXEC", "CALL", "BYTES", "PATH");
	printa("%-16s %-6s %@10d %s\n", @bytes);
}

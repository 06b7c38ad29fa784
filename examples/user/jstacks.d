#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * jstacks.d - jstack: user stacks with room for the names of generated code (from /tmp/perf-PID.map).
 *
 * usage: jstacks.d -c COMMAND
 *
 *	              libc.so.6`getppid+0x7
 *	            ? act`main+0x87
 *	              libc.so.6`__libc_start_call_main+0x7a
 *	                7
 */
#pragma D option quiet
#pragma D option jstackframes=10
#pragma D option jstackstrsize=1024

syscall::getppid:entry
/pid == $target/
{
	@[jstack()] = count();
}

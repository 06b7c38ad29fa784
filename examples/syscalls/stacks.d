#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * stacks.d - where in a program a system call is made: user stacks, counted.
 *
 * usage: stacks.d SYSCALL -c COMMAND
 *
 *	              libc.so.6`getppid+0x7
 *	            ? act`main+0x87
 *	              libc.so.6`__libc_start_call_main+0x7a
 *	               30
 */
#pragma D option quiet

syscall::$1:entry
/pid == $target/
{
	@[ustack(3)] = count();
}

END
{
	trunc(@, 5);
	printa(@);
}

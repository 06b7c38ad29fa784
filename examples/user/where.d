#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * where.d - the places in a program that make a system call, with all that led to them, through libraries or not.
 *
 * usage: where.d SYSCALL -c COMMAND
 *
 *	libc.so.6`write+0x10
 *	libc.so.6`_IO_file_write+0x25
 *	libc.so.6`new_do_write+0x5f
 *	libc.so.6`_IO_do_write+0x19
 *	libc.so.6`_IO_file_sync+0xa1
 *	libc.so.6`fflush_unlocked+0x4c
 *	where`report+0x2b
 *	where`main+0x1a
 *	libc.so.6`__libc_start_call_main+0x7a
 *	libc.so.6`__libc_start_main_impl+0x85
 *	where`_start+0x21
 *	  3
 */
#pragma D option quiet

syscall::$1:entry
/pid == $target/
{
	@[ustack()] = count();
}

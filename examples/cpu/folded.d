#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * folded.d - stacks of a command on the processors, folded for a flame graph.
 *
 * usage: dtrace -O folded -s folded.d -c COMMAND > stacks.folded
 *
 *	libc.so.6`0x7efc0840124a;act`main;act`burn 1
 *	libc.so.6`0x7efc0840124a;act`main;act`burn 21
 */
#pragma D option quiet

profile-499
/pid == $target/
{
	@[ustack(30)] = count();
}

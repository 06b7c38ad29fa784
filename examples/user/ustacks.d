#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * ustacks.d - how a program comes to a function: its stacks there.
 *
 * usage: ustacks.d FUNCTION -c COMMAND
 *
 *	              act`inner
 *	              act`middle+0xd
 *	              act`outer+0xe
 *	              act`do_call+0x1b
 *	                2
 *
 *	              act`inner
 *	              act`outer+0x19
 *	              act`do_call+0x1b
 *	              act`main+0x87
 */
#pragma D option quiet

pid$target:a.out:$1:entry
{
	@[ustack(4)] = count();
}

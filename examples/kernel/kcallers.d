#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * kcallers.d - counts the callers of kernel functions.
 *
 * usage: kcallers.d FUNCTIONS -c COMMAND		a name or a pattern
 *
 *	vfs_mkdir                vmlinux`filename_mkdirat                    5
 */
#pragma D option quiet

fbt::$1:entry
/pid == $target/
{
	@[probefunc, sym(caller)] = count();
}

END
{
	printa("%-24s %-36a %@8d\n", @);
}

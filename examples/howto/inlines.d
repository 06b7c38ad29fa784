#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * inlines.d - inlines: names for constants and expressions, and with parameters.
 *
 * usage: inlines.d -c COMMAND
 *
 *	act! maps 77 pages
 */
#pragma D option quiet

inline int KB = 1024;
inline string who = strjoin(execname, "!");
inline int pages[uint64_t n] = (n + 4 * KB - 1) / (4 * KB);

syscall::mmap:entry
/pid == $target && arg1 == 77 * 4 * KB/
{
	printf("%s maps %d pages\n", who, pages[arg1]);
}

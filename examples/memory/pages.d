#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * pages.d - pages that the kernel hands out, by the program that needed them and their order.
 *
 * usage: pages.d [-c COMMAND | -p PID]
 *
 *	EXEC              ORDER      COUNT
 *	dtrace                1          1
 *	dtrace                4          1
 *	dtrace                5          1
 *	dtrace                6          1
 *	qemu-system-x86       0          2
 *	dtrace                2          3
 *	main                  0          4
 *	clang                 0         13
 *	act                   0         22
 */
#pragma D option quiet
#pragma D option confine

sdt:kmem::mm_page_alloc
/args[0] != NULL/
{
	@[execname, args[1]] = count();
}

END
{
	printf("%-16s %6s %10s\n", "EXEC", "ORDER", "COUNT");
	printa("%-16s %6d %@10d\n", @);
}

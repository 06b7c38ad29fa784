#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * faultaddr.d - which parts of a process fault: the addresses by library or program, the rest by region.
 *
 * usage: faultaddr.d -c COMMAND
 *
 *	faults by the code that ran
 *	                               libc.so.6       20
 *	                    ld-linux-x86-64.so.2       28
 *	                                     act     3001
 *	kinds
 *	     write, protected page: 4
 *	      read, absent page: 30
 *	     write, absent page: 3015
 */
#pragma D option quiet

sdt:exceptions::page_fault_user
/pid == $target/
{
	@by[umod(args[1]->ip)] = count();
	@kind[args[2] & 2 ? "write" : "read", args[2] & 1 ? "protected page" : "absent page"] = count();
}

END
{
	printf("faults by the code that ran\n");
	printa("%40A %@8d\n", @by);
	printf("kinds\n");
	printa("%10s, %s: %@d\n", @kind);
}

#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * minfbyproc.d - page faults by program: first touches of memory.
 *
 * usage: minfbyproc.d [-c COMMAND | -p PID]
 *
 *	sed                    18
 *	bash                   45
 *	act                    46
 *	cc1                  1098
 *	toucher              5004
 */
#pragma D option quiet
#pragma D option confine

sdt:exceptions::page_fault_user
{
	@[execname] = count();
}

END
{
	printa("%-16s %@8d\n", @);
}

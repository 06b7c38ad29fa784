#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * states.d - why threads leave the processor: preempted, waiting, stopped or ended.
 *
 * usage: states.d [-c COMMAND | -p PID]
 *
 *	as               ended                             1
 *	as               waits for the kernel              1
 *	as               waits, may be interrupted         1
 *	collect2         ended                             1
 *	dozer            ended                             1
 *	dtrace           preempted                         1
 *	dtrace           waits, may be interrupted         1
 *	echo             ended                             1
 *	expr             ended                             1
 *	grep             ended                             1
 */
#pragma D option quiet
#pragma D option confine

inline string why[long s] =
    s == 0 ? "preempted" :
    s & 1 ? "waits, may be interrupted" :
    s & 2 ? "waits for the kernel" :
    s & 4 ? "stopped" :
    s & 0x80 ? "ended" : "other";

sdt:sched::sched_switch
/pid/
{
	@[execname, why[args[0] ? 0 : curthread->__state]] = count();
}

END
{
	printa("%-16s %-28s %@6d\n", @);
}

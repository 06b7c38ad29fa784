#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * capabilities.d - counts the programs that start with effective capabilities, and those without, by user.
 *
 * usage: capabilities.d [-c COMMAND | -p PID]
 *
 *	cc                    0 privileged   1
 *	cc1                   0 privileged   1
 *	collect2              0 privileged   1
 *	ld                    0 privileged   1
 *	sh                    0 privileged   1
 *	as                    0 privileged   2
 *	true                  0 privileged   2
 */
#pragma D option quiet
#pragma D option confine

sdt:sched::sched_process_exec
{
	this->bits = *(uint64_t *)&curthread->cred->cap_effective;
	@[execname, uid, this->bits != 0 ? "privileged" : "plain"] = count();
}

END
{
	printa("%-16s %6d %-12s %@d\n", @);
}

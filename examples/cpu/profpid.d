#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * profpid.d - which processes use the processors: samples by process.
 *
 * usage: profpid.d [-c COMMAND | -p PID]
 *
 *	EXEC                 PID MODE      SAMPLES
 *	as                 23917 kernel          1
 *	bash               23821 kernel          1
 *	bash               23913 kernel          1
 *	cc1                23849 user            1
 *	dtrace             23495 kernel          1
 *	git                23918 user            1
 *	head               23912 kernel          1
 *	head               23912 user            1
 *	memfd:sealed-91     4942 user            1
 */
#pragma D option quiet
#pragma D option confine

profile:::profile-997
/pid/
{
	@[execname, pid, arg1 ? "user" : "kernel"] = count();
}

END
{
	printf("%-16s %7s %-8s %8s\n", "EXEC", "PID", "MODE", "SAMPLES");
	printa("%-16s %7d %-8s %@8d\n", @);
}

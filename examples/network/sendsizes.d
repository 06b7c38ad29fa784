#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * sendsizes.d - sizes of what is sent and received over sockets, by program.
 *
 * usage: sendsizes.d [-c COMMAND | -p PID]
 *
 *	EXEC             CALL          COUNT    LEAST     MOST     MEAN   STDDEV
 *	act              recvfrom          3      100      300      200       81
 *	act              sendto            3      100      300      200       81
 */
#pragma D option quiet
#pragma D option confine

syscall::send*:return, syscall::recv*:return
/errno == 0 && (long)arg0 > 0/
{
	@n[execname, probefunc] = count();
	@least[execname, probefunc] = min(arg0);
	@most[execname, probefunc] = max(arg0);
	@mean[execname, probefunc] = avg(arg0);
	@spread[execname, probefunc] = stddev(arg0);
}

END
{
	printf("%-16s %-10s %8s %8s %8s %8s %8s\n", "EXEC", "CALL", "COUNT", "LEAST", "MOST", "MEAN", "STDDEV");
	printa("%-16s %-10s %@8d %@8d %@8d %@8d %@8d\n", @n, @least, @most, @mean, @spread);
}

#!/usr/sbin/dtrace -Zs
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * everywhere.d - counts functions and queries of Python, Perl, PHP, Ruby, Java, MySQL, PostgreSQL and other programs with USDT probes.
 * -Z lets the script start when some of them are absent.
 *
 * usage: everywhere.d [-p PID]
 *
 *	    PID RUNTIME          PROBE                       CALLS
 *	   6902 python*          function-entry                 10
 *	python*          function-return                10
 */
#pragma D option quiet

perl*:::sub-entry, php*:::function-entry, ruby*:::function-entry, python*:::function-entry,
tcl*:::proc-entry, sh*:::function-entry, javascript*:::function-entry, hotspot*:::method-entry
{
	@calls[pid, probeprov, probename] = count();
}

perl*:::sub-return, php*:::function-return, ruby*:::function-return, python*:::function-return,
tcl*:::proc-return, tcl*:::cmd-entry, tcl*:::cmd-return, sh*:::function-return, sh*:::command-entry,
sh*:::builtin-entry, ruby*:::object-create-start, javascript*:::function-return,
javascript*:::object-create-start, javascript*:::object-create-done, hotspot*:::method-return
{
	@others[probeprov, probename] = count();
}

/* Servers. */
mysql*:::query-start, postgresql*:::query-start, http*:::request-start, ftp*:::transfer-start
{
	@calls[pid, probeprov, probename] = count();
}

END
{
	printf("%7s %-16s %-24s %8s\n", "PID", "RUNTIME", "PROBE", "CALLS");
	printa("%7d %-16s %-24s %@8d\n", @calls);
	printa("%-16s %-24s %@8d\n", @others);
}

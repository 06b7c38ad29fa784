#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * rwbypid.d - reads and writes by process, with their bytes.
 *
 * usage: rwbypid.d [-c COMMAND | -p PID]
 *
 *	    PID EXEC             DIR    CALLS        BYTES
 *	  31893 refuse             W        1           10
 *	  22369 bash               W        1           21
 *	  22374 bash               W        1           32
 *	  22360 act                R        3         2400
 *	  22367 sh                 R        3         2400
 *	  22371 readlink           R        4         5396
 *	  22372 cc                 R        4         5396
 *	  22360 act                W        7         1000
 */
#pragma D option quiet
#pragma D option confine

syscall::*read*:return
/probefunc != "readlink" && probefunc != "readlinkat" && probefunc != "readahead" && (long)arg0 > 0/
{
	@calls[pid, execname, "R"] = count();
	@bytes[pid, execname, "R"] = sum(arg0);
}

syscall::*write*:return
/(long)arg0 > 0/
{
	@calls[pid, execname, "W"] = count();
	@bytes[pid, execname, "W"] = sum(arg0);
}

END
{
	printf("%7s %-16s %3s %8s %12s\n", "PID", "EXEC", "DIR", "CALLS", "BYTES");
	printa("%7d %-16s %3s %@8d %@12d\n", @calls, @bytes);
}

#!/usr/sbin/dtrace -Zs
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * pycalls.d - counts the functions that Python programs call, by file and name.
 * It needs a Python built with --with-dtrace. It counts returns, since CPython 3.11 (Debian's python3) does not report
 * most entries; a generator returns each time it yields.
 *
 * usage: pycalls.d [-c COMMAND | -p PID]
 *
 *	FILE                     FUNCTION                    CALLS
 *	shop.py                  report                          1
 *	shop.py                  order                           3
 *	shop.py                  price                           6
 */
#pragma D option quiet
#pragma D option confine

python*:::function-return
{
	@calls[basename(copyinstr(arg0)), copyinstr(arg1)] = count();
}

END
{
	printf("%-24s %-24s %8s\n", "FILE", "FUNCTION", "CALLS");
	printa("%-24s %-24s %@8d\n", @calls);
}

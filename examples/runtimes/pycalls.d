#!/usr/sbin/dtrace -Zs
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * pycalls.d - counts the functions that Python programs call, by file and name.
 * It needs a Python built with --with-dtrace.
 *
 * usage: pycalls.d [-c COMMAND | -p PID]
 *
 *	FILE                     FUNCTION                    CALLS
 *	shop.py                  report                          1
 *	shop.py                  order                           3
 *	shop.py                  price                           6
 */
#pragma D option quiet

/*
 * In CPython 3.11 (Debian's python3) these probes fire only in generators and coroutines. The probe line has the same
 * arguments and fires in every function.
 */

python*:::function-entry
{
	@calls[basename(copyinstr(arg0)), copyinstr(arg1)] = count();
}

END
{
	printf("%-24s %-24s %8s\n", "FILE", "FUNCTION", "CALLS");
	printa("%-24s %-24s %@8d\n", @calls);
}

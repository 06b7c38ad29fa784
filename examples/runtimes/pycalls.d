#!/usr/sbin/dtrace -Zs
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * pycalls.d - functions of Python programs, counted by file and name (a Python with probes: --with-dtrace).
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
 * In CPython 3.11 (Debian's python3) these probes fire in generators and coroutines alone; the probe line, with the same
 * arguments, fires in every function.
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

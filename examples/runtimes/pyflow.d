#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * pyflow.d - prints the calls of a Python program, indented by depth, with file and line.
 * CPython 3.11 (Debian's python3) reports entries of functions only when a generator is closed: pycalls.d counts its calls,
 * and the probe line fires for each line of every function.
 *
 * usage: pyflow.d -c COMMAND | -p PID
 *
 *	-> order (shop.py:10)
 *	  -> price (shop.py:20)
 *	  <- price
 *	  -> price (shop.py:20)
 *	  <- price
 *	<- order
 *	-> order (shop.py:10)
 *	  -> price (shop.py:20)
 *	  <- price
 *	  -> price (shop.py:20)
 */
#pragma D option quiet

#pragma D option switchrate=10

python$target:::function-entry
{
	printf("%*s-> %s (%s:%d)\n", 2 * self->depth, "", copyinstr(arg1), basename(copyinstr(arg0)), arg2);
	self->depth++;
}

python$target:::function-return
/!self->depth/
{
	missed++;
}

python$target:::function-return
{
	self->depth -= self->depth > 0 ? 1 : 0;
	printf("%*s<- %s\n", 2 * self->depth, "", copyinstr(arg1));
}

END
/missed/
{
	printf("%d returns without an entry: CPython 3.11 and later do not report most entries\n", missed);
}

#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * pyflow.d - prints the calls of a Python program, indented by depth, with file and line.
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

/*
 * In CPython 3.11 (Debian's python3) these probes fire only in generators and coroutines. The probe line has the same
 * arguments and fires in every function.
 */
#pragma D option switchrate=10

python$target:::function-entry
{
	printf("%*s-> %s (%s:%d)\n", 2 * self->depth, "", copyinstr(arg1), basename(copyinstr(arg0)), arg2);
	self->depth++;
}

python$target:::function-return
{
	self->depth -= self->depth > 0 ? 1 : 0;
	printf("%*s<- %s\n", 2 * self->depth, "", copyinstr(arg1));
}

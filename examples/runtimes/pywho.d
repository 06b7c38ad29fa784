#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * pywho.d - who calls a Python function: the name of the caller, counted.
 *
 * usage: pywho.d FUNCTION -c COMMAND
 *
 *	  order                                                             6
 *
 *	  (the program)                                                     3
 */
#pragma D option quiet

/*
 * In CPython 3.11 (Debian's python3) these probes fire in generators and coroutines alone; the probe line, with the same
 * arguments, fires in every function.
 */

python$target:::function-entry
/copyinstr(arg1) == $$1/
{
	@[self->caller != NULL ? self->caller : "(the program)"] = count();
}

python$target:::function-entry
/copyinstr(arg1) != $$1/
{
	self->caller = copyinstr(arg1);
}

python$target:::function-return
/copyinstr(arg1) == self->caller/
{
	self->caller = NULL;
}

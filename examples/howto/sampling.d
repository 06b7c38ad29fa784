#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * sampling.d - rand: look at one event of four, when there are too many.
 *
 * usage: sampling.d -c COMMAND
 *
 *	1073 of 4000 seen
 */
#pragma D option quiet

syscall::getppid:entry
/pid == $target/
{
	@all = count();
}

syscall::getppid:entry
/pid == $target && (rand() & 3) == 0/
{
	@some = count();
}

END
{
	printa("%@d of %@d seen\n", @some, @all);
}

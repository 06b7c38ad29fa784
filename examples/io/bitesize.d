#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * bitesize.d - sizes of reads and writes by program, as histograms.
 *
 * usage: bitesize.d [-c COMMAND | -p PID]
 *
 *	bash write:
 *
 *	           value  ------------- Distribution ------------- count
 *	               8 |                                         0
 *	              16 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@ 1
 *	              32 |                                         0
 *
 *	refuse write:
 *
 *	           value  ------------- Distribution ------------- count
 */
#pragma D option quiet
#pragma D option confine

syscall::read:return, syscall::pread64:return, syscall::write:return, syscall::pwrite64:return
/errno == 0/
{
	@size[execname, probefunc] = quantize(arg0);
}

END
{
	printa("%s %s:\n%@d\n", @size);
}

#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * offsets.d - which parts of files are read: positions of positioned reads, in pages.
 *
 * usage: offsets.d -c COMMAND
 *
 *	  page of the file
 *	           value  ------------- Distribution ------------- count
 *	             < 0 |                                         0
 *	               0 |@@@@@@@@@@@@@@@@@@@@                     4
 *	               1 |@@@@@                                    1
 *	               2 |                                         0
 *	               3 |                                         0
 *	               4 |                                         0
 *	               5 |@@@@@@@@@@                               2
 *	               6 |                                         0
 */
#pragma D option quiet

syscall::pread64:entry
/pid == $target && (int)arg2 == 512/
{
	@page["page of the file"] = lquantize(arg3 / 4096, 0, 8, 1);
}

#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * mallocs.d - sizes that a program asks malloc for.
 *
 * usage: mallocs.d -c COMMAND | -p PID
 *
 *	  malloc, bytes
 *	           value  ------------- Distribution ------------- count
 *	              32 |                                         0
 *	              64 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@          20
 *	             128 |                                         0
 *	             256 |                                         0
 *	             512 |                                         0
 *	            1024 |                                         0
 *	            2048 |@@@@@@@@                                 5
 *	            4096 |                                         0
 */
#pragma D option quiet

pid$target::malloc:entry
{
	@size["malloc, bytes"] = quantize(arg0);
	@n = count();
	@total = sum(arg0);
}

END
{
	printa(@size);
	printa("%@d calls, %@d bytes\n", @n, @total);
}

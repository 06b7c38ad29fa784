#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * histograms.d - the same numbers in the three kinds of histograms.
 *
 * usage: histograms.d -c COMMAND
 *
 *	  quantize: powers of two
 *	           value  ------------- Distribution ------------- count
 *	               1 |                                         0
 *	               2 |@@@@@@@@@@                               2
 *	               4 |                                         0
 *	               8 |                                         0
 *	              16 |@@@@@@@@@@@@@@@@@@@@                     4
 *	              32 |@@@@@                                    1
 *	              64 |                                         0
 *	             128 |                                         0
 */
#pragma D option quiet

syscall::write:entry
/pid == $target/
{
	@power["quantize: powers of two"] = quantize(arg2);
	@linear["lquantize: equal steps"] = lquantize(arg2, 0, 100, 25);
	@log["llquantize: ten steps in each power of ten"] = llquantize(arg2, 10, 0, 2, 10);
}

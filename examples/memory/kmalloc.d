#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * kmalloc.d - shows the sizes of kernel allocations and the functions that make most of them.
 *
 * usage: kmalloc.d [SECONDS]		until ^C
 *
 *	bytes asked for
 *
 *
 *	           value  ------------- Distribution ------------- count
 *	               4 |                                         0
 *	               8 |@@                                       33
 *	              16 |@@@@@@@@@@                               203
 *	              32 |@@                                       39
 *	              64 |@@@@@@@@@@@                              240
 *	             128 |@@@@@@@@                                 159
 */
#pragma D option quiet
#pragma D option defaultargs

sdt:kmem::kmalloc
/args[1] != NULL/
{
	@size = quantize(args[2]);
	@who[func(args[0])] = sum(args[3]);
}

tick-1s
/++seconds == $1/
{
	exit(0);
}

END
{
	trunc(@who, 10);
	printf("bytes asked for\n");
	printa(@size);
	printf("%-48s %12s\n", "CALLER", "BYTES");
	printa("%-48a %@12d\n", @who);
}

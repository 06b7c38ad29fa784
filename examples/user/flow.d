#!/usr/sbin/dtrace -Fs
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * flow.d - the functions of a program as it calls them, indented, with -F.
 *
 * usage: flow.d FUNCTIONS -c COMMAND		a name or a pattern
 *
 *	CPU FUNCTION
 *	  0  -> outer                                                 5
 *	  0    -> middle                                              5
 *	  0      -> inner                                             6
 *	  0      <- inner                                            12
 *	  0    <- middle                                             13
 *	  0    -> inner                                              13
 *	  0    <- inner                                              26
 *	  0  <- outer                                                39
 */
pid$target:a.out:$1:entry
{
	trace(arg0);
}

pid$target:a.out:$1:return
{
	trace(arg1);
}

#!/usr/sbin/dtrace -Fs
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * calltree.d - prints the calls of a program's functions, indented by depth.
 *
 * usage: calltree.d FUNCTIONS -c COMMAND		a name or a pattern, '' for all
 *
 *	CPU FUNCTION
 *	  0  -> main
 *	  0    -> do_call
 *	  0      -> outer
 *	  0        -> middle
 *	  0          -> inner
 *	  0          <- inner
 *	  0        <- middle
 */
#pragma D option engine=inprocess
#pragma D option bufsize=64m

pid$target:a.out:$1:entry,
pid$target:a.out:$1:return
{}

#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * smallhistograms.d - a histogram per line, with aggpack: many distributions on one screen.
 *
 * usage: smallhistograms.d -c COMMAND
 *
 *	             key  min .---------. max  | count
 *	            read    4 :       X : 1024 | 1
 *	           write    4 : x  x  _ : 1024 | 7
 */
#pragma D option quiet
#pragma D option aggpack
#pragma D option encoding=ascii

syscall::write:entry, syscall::read:entry
/pid == $target && arg0 == 3/
{
	@[probefunc] = quantize(arg2);
}

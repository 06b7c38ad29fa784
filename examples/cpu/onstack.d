#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * onstack.d - which user functions take part, anywhere on the stack: samples of a command's whole stacks.
 *
 * usage: onstack.d -c COMMAND
 *
 *	              act`burn+0x11
 *	              act`main+0x87
 *	              libc.so.6`0x7f370c7b824a
 *	               20
 *
 *	  samples                                                          21
 *
 *	           value  ------------- Distribution ------------- count
 *	               0 |                                         0
 *	               2 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@   20
 */
#pragma D option quiet
#pragma D option ustackframes=8

profile-997
/pid == $target/
{
	@["samples"] = count();
	@depth = lquantize(ustackdepth, 0, 16, 2);
	@where[ustack()] = count();
}

END
{
	trunc(@where, 1);
	printa(@where);
}

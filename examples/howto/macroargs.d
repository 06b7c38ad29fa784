#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * macroargs.d - arguments of a script: $1 as number, $$1 as text, and what stands for those not given.
 *
 * usage: macroargs.d [NUMBER [TEXT]]
 *
 *	macroargs.d: number 42, as text ""
 *	no second argument
 *
 *	macroargs.d: number 7, as text "7"
 *	second argument: seven, 5 characters
 *
 *	macroargs.d: number 16, as text "0x10"
 *	second argument: in words, 8 characters
 */
#pragma D option quiet
#pragma D option defaultargs

inline int NUMBER = $1 ? $1 : 42;

BEGIN
{
	printf("%s: number %d, as text \"%s\"\n", basename($$0), NUMBER, $$1);
}

BEGIN
/$$2 == ""/
{
	printf("no second argument\n");
	exit(0);
}

BEGIN
{
	printf("second argument: %s, %d characters\n", $$2, strlen($$2));
	exit(0);
}

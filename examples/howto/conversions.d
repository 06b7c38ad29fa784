#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * conversions.d - the conversions of printf on one screen.
 *
 * usage: conversions.d
 *
 *	d: -42, +: +42, 5d:    42, 05d: 00042, -5d: 42   |
 *	u: 42, x: ff, X: FF, #x: 0xff, o: 10, #o: 010
 *	c: D, C: \n, s: text, S: a\tb, 6s:    six, -6s: six   |, %
 *	*:     42, .2s: cu, hhd: 44, lld: 1234567890123
 *	p: abc, ?:              abc
 *	I: localhost P: 5632
 *
 *	d: -42, +: +42, 5d:    42, 05d: 00042, -5d: 42   |
 *	u: 42, x: ff, X: FF, #x: 0xff, o: 10, #o: 010
 *	c: D, C: \n, s: text, S: a\tb, 6s:    six, -6s: six   |, %
 */
#pragma D option quiet

BEGIN
{
	printf("d: %d, +: %+d, 5d: %5d, 05d: %05d, -5d: %-5d|\n", -42, 42, 42, 42, 42);
	printf("u: %u, x: %x, X: %X, #x: %#x, o: %o, #o: %#o\n", 42, 255, 255, 255, 8, 8);
	printf("c: %c, C: %C, s: %s, S: %S, 6s: %6s, -6s: %-6s|, %%\n", 'D', '\n', "text", "a\tb", "six", "six");
	printf("*: %*d, .2s: %.2s, hhd: %hhd, lld: %lld\n", 6, 42, "cut", (char)300, 1234567890123);
	printf("p: %p, ?: %?x\n", 0xabc, 0xabc);
	printf("I: %I P: %P\n", "127.0.0.1", htons(22));
	exit(0);
}

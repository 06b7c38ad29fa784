/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
int i;
int8_t c;
unsigned int u;
struct { unsigned b : 5; int s : 3; } bits;

/*
 * The sign of the common type decides, over 64 bits; the result is converted to the declared type.
 */
BEGIN
{
	i = -1;
	i /= 2u;
	printf("%d\n", i);
	i = -7;
	i %= 4u;
	printf("%d\n", i);
	c = -1;
	c /= 16u;
	printf("%d\n", c);
	i = -8;
	i /= 2;
	printf("%d\n", i);
	u = 5;
	u /= -2;
	printf("%d\n", u);
}

/* A bit-field narrower than int is an int there. */
BEGIN
{
	bits.b = 6;
	bits.b /= -2;
	printf("%d\n", bits.b);
	bits.s = -4;
	bits.s %= 3u;
	printf("%d\n", bits.s);
	exit(0);
}
/* output:
-1
1
-1
-4
0
29
0

*/

/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
int8_t c;
uint16_t h;
int i;
uint64_t u;

/* The argument's type decides about sign and width, whatever the conversion's letter. */
BEGIN
{
	c = -1;
	h = 65535;
	i = -2147483648;
	u = 18446744073709551615u;
	printf("%d %d %d %d\n", c, h, i, u);
	printf("%i %ld %lld %hd\n", c, i, u, h);
	printf("%u %u %u %u\n", c, h, i, u);
	printf("%x %x %x %x\n", c, h, i, u);
	printf("%o %X %#x %#o\n", h, u, h, 8);
	printf("[%6d] [%-6d] [%06d] [%+d] [% d]\n", c, c, c, h, h);
	printf("[%*d] [%-*d] [%.3d]\n", 5, c, 5, c, 7);
	printf("%c%c%c [%3c]\n", 72, 'i', 33, 'x');
	printf("[%8s] [%-8s] [%.3s] [%s]\n", "abc", "abc", "abcdef", "");
	printf("%d%%\n", 100);
	exit(0);
}
/* output:
-1 65535 -2147483648 18446744073709551615
-1 -2147483648 18446744073709551615 65535
255 65535 2147483648 18446744073709551615
ff ffff 80000000 ffffffffffffffff
177777 FFFFFFFFFFFFFFFF 0xffff 010
[    -1] [-1    ] [-00001] [65535] [65535]
[   -1] [-1   ] [007]
Hi! [  x]
[     abc] [abc     ] [abc] []
100%

*/

/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
/*
 * Expressions of declared types have their width and sign, for printf(), trace(), print() and keys; variables that are
 * not declared have 64 bits. A negated unsigned constant is cut.
 */
uint32_t a, b;
int32_t j;
uint16_t s;
self uint32_t before;

BEGIN
{
	a = 5;
	b = 6;
	printf("%u %d %x\n", a - b, a - b, a - b);
	i = 0xdeadbeef;
	j = ~i;
	printf("%x %d\n", j, j);
	s = 0;
	printf("%x %u\n", (uint16_t)(s - 1), (uint8_t)(s - 1));
	self->before = 10;
	printf("%u\n", self->before - 11);
	n = 5;
	m = 6;
	printf("%u %x\n", n - m, n - m);
	printf("%d %d\n", -1u == 0xffffffff, -1 == 0xffffffff);
	@key[a - b, (int64_t)a - b] = count();
	printa("%u %d\n", @key);
	trace(j);
	printf(" ");
	trace((uint32_t)(a - b));
	printf("\n");
	x = 7;
	exit(x -= 7);
}
/* output:
4294967295 4294967295 ffffffff
21524110 559038736
ffff 255
4294967295
4294967295 ffffffff
1 0
4294967295 -1
559038736 -1

*/

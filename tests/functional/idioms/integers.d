/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
/*
 * Integers are 64 bits wide in registers; the static type decides the sign of / % >> and of
 * comparisons, the value after casts and stores to memory, and the width of trace() (Dynamic
 * Tracing Guide, chapter 2, "Types, Operators, and Expressions"; libdtrace, dt_cg.c,
 * dt_cg_arithmetic_op()). An undeclared variable keeps all bits of an assigned value; a declared
 * variable converts, as in C.
 */
int declared;
self char small;
unsigned int u;
short list[2];

BEGIN
{
	i = 100000;
	v = i * i;
	printf("%d %d %d\n", v, i * i, 1 << 31);
	printf("%d %d %x\n", (1 << 31) > 0, 0x7fffffff + 1, 1 << 40);

	self->t = 0;
	self->t = 0x123456789abcdef;
	buf["a"] = 1;
	buf["a"] = 0xffff888012345678;
	this->n = 'a';
	this->n = 1 << 33;
	printf("%x %x %x\n", self->t, buf["a"], this->n);

	declared = 1 << 32 | 5;
	self->small = 0x1ff;
	u = -1;
	list[1] = 0x12345;
	printf("%d %d %u %x\n", declared, self->small, u, list[1]);
	printf("%d %d %d\n", (int)(1 << 32 | 6), (char)0x180, (unsigned short)-1);
}

BEGIN
{
	u = 7;
	printf("%d %d %d %d\n", -7 / 2, -7 % 4, -7 >> 1, -1 < 0);
	printf("%d %d %d\n", (unsigned long long)-8 / 2 > 0, (uint64_t)-8 >> 63, -1 < (uint64_t)1);
	printf("%d %d\n", (char)-1 < (unsigned char)1, -1 > u - 8);
	@sum = sum(i * i);
	@max[1 << 35] = max(v);
	printa("%@d\n", @sum);
	printa("%d %@d\n", @max);
}

BEGIN
{
	trace(i);
	trace(self->t);
	exit(0);
}
/* output:
10000000000 10000000000 2147483648
1 2147483648 10000000000
123456789abcdef ffff888012345678 200000000
5 -1 4294967295 2345
6 -128 65535
-3 -3 -4 1
1 1 0
1 0
10000000000
34359738368 10000000000
100000-1985229329
*/

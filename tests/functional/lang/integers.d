/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
/* engine: in the kernel, for curthread */
/* Registers have 64 bits: DIF's instructions know no other width (Solaris Dynamic Tracing Guide, Types, Operators, and
   Expressions: arithmetic is done in 64 bits; libdtrace casts where a value is stored or cast). */
int declared;
uint32_t five, six;
int16_t half;
int counts[uint32_t];
uint8_t narrow, list[2];
uint8_t elements[int];
struct { uint16_t half; unsigned three : 3; } st;
inline uint8_t byte = 44 + 256 * i;
inline int param[short p] = p + 1;

/* Nothing is cut between operators. */
BEGIN
{
	i = 100000;
	v = i * i;
	printf("%d %d %d %d\n", v, i * i, 100000 * 100000, 1 << 31);
	printf("%d %d %d\n", i * i / i, (i << 40) >> 40, -i * i);
	printf("%d %d %d\n", (int)(i * i), (uint8_t)(i + 156), (unsigned)-1);
	printf("%d %d\n", i ? i * i : 1u, (1, i * i));
	declared = 2147483647;
	printf("%d %d %d\n", declared + 1, ++declared, declared);
}

/* The common type decides the sign only. */
BEGIN
{
	this->minus = -1;
	this->u = 1u;
	printf("%d %d %d\n", this->minus < this->u, this->minus == 0xffffffff, this->minus == -1L);
	printf("%d %d %d\n", this->minus >> 1, this->minus / 2, this->u + this->minus < this->u);
	printf("%x %x\n", this->minus / this->u, ~(this->u - 1));
}

/* A variable without declaration, and an element of such an array, hold any integer. */
BEGIN
{
	self->t = 0;
	self->t = timestamp;
	self->c = 'c';
	self->c = 1 << 40;
	array["x"] = (char)1;
	array["x"] = v;
	array["y"] = 0;
	array["y"] += v;
	this->x = (_Bool)1;
	this->x = v;
	this->x++;
	self->p = 0;
	self->p = curthread;
	n = (short)1;
	n--;
	n--;
	printf("%d %d %d %d %d\n", self->t > 4294967296, self->c, array["x"], array["y"], this->x);
	printf("%d %d %d %d\n", self->p == (int64_t)curthread, n, n = 65536, sizeof (n));
}

/* A declared variable converts stored values. */
BEGIN
{
	narrow = 300;
	printf("%d %d %d\n", narrow, narrow = i, narrow += 100);
	narrow = 255;
	printf("%d %d\n", ++narrow, narrow-- + narrow);
	list[1] = elements[1] = 513;
	st.half = i * i;
	st.three = 9;
	printf("%d %d %d %d\n", list[1], elements[1], st.half, st.three);
	elements[1] = 256;
	printf("%d %d %d\n", elements[1], byte, param[65535]);
}

/* Of keys and aggregated values all bits count. */
BEGIN
{
	@keys[i * i] = count();
	@keys[1410065408] = count();
	@keys[-1] = count();
	@sum = sum(i * i);
	@max = max(narrow - i * i);
	@avg = avg(i * i);
	which[i * i] = 1;
	which[1410065408] = 2;
	printf("%d %d\n", which[i * i], which[(int)(i * i)]);
	printa("%d %@d\n", @keys);
	printa("%@d ", @sum);
	printa("%@d ", @max);
	printa("%@d\n", @avg);
}

/* The type says how wide a number is shown that it holds, and what trace() records. */
BEGIN
{
	printf("%x %x %x %o\n", -1, i - 100001, i * i, -1);
	trace(i * i);
	trace(" ");
	trace((char)-1);
	printf("\n%s\n", substr("0123456789", 1 + (1 << 32), 2));
}

/* An expression of declared types is recorded as its type: by printf(), as a key, by an aggregation, by trace(). Where a variable
   without declaration takes part, all bits are; so are those of a constant beyond its type. */
BEGIN
{
	five = 5;
	six = 6;
	half = 32767;
	declared = 2147483647;
	n = 5;
	printf("%u %d %u %x\n", five - six, five - six, n - six, ~five);
	printf("%d %d %d %d\n", declared + 1, declared * 2, declared << 1, declared + i);
	printf("%d %d %d\n", half + 1, -half - 2, (char)(half + 1));
	printf("%x %x %d\n", n ? five - six : 0, (1, five - six), declared + 2147483648);
	printf("%d %d %d\n", -1u == 0xffffffff, ~0u == 0xffffffff, -1 == 0xffffffff);
	printf("%d %d %d\n", -five == 0xffffffff - 4, -1u, -1ul == -1);
	@cut[five - six] = count();
	@cut[4294967295] = count();
	@cut[n - six] = count();
	printa("%u %@d\n", @cut);
	@largest = max(five - six);
	printa("%@d\n", @largest);
	counts[five - six] = 7;
	printf("%d %d\n", counts[4294967295], counts[-1]);
	trace(five - six);
	trace(declared + 1);
	printf("\n");
	exit(0);
}
/* output:
10000000000 10000000000 10000000000 2147483648
100000 100000 -10000000000
1410065408 60 4294967295
10000000000 10000000000
-2147483648 -2147483648 -2147483648
0 0 1
-1 0 1
ffffffffffffffff ffffffffffffffff
1 1099511627776 10000000000 10000000000 10000000001
1 -1 65536 2
44 160 4
0 255
1 1 58368 1
0 44 0
1 2
1410065408 1
-1 1
10000000000 1
10000000000 -9999999745 10000000000
ffffffff ffffffff 2540be400 37777777777
1410065408 -1
12
4294967295 4294967295 18446744073709551615 fffffffa
-2147483648 -2 -2 2147583647
32768 -32769 0
ffffffff ffffffff 4294967295
1 0 0
0 4294967295 1
18446744073709551615 1
4294967295 2
4294967295
7 0
-1-2147483648

*/

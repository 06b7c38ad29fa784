/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
int total, limit;
self int never;
self int own;
uint8_t byte;
int pairs[int, string];
string names[int];
int arr[4];

/* this-> lives for the clauses of one firing, self-> for the thread. */
BEGIN
{
	this->x = 5;
	self->own = 7;
	byte = 255;
	byte++;
	printf("%d %d\n", byte, byte--);
	printf("%d\n", byte);
}

BEGIN
/this->x == 5/
{
	this->x++;
	self->own *= this->x;
}

BEGIN
{
	printf("%d %d\n", this->x, self->own);
	self->own = 0;
	printf("%d %d\n", self->own, self->never);
	self->never = 1;
}

BEGIN
{
	pairs[1, "a"] = 10;
	pairs[1, "b"] = 20;
	pairs[2, "a"] += 30;
	pairs[2, "a"]++;
	printf("%d %d %d %d\n", pairs[1, "a"], pairs[1, "b"], pairs[2, "a"], pairs[2, "b"]);
	printf("%d %d\n", pairs[1, "b"]--, --pairs[1, "b"]);
	pairs[1, "a"] = 0;
	printf("%d %d\n", pairs[1, "a"], pairs[1, "b"]);
	names[3] = "three";
	names[-3] = "minus three";
	printf("[%s] [%s] %d\n", names[3], names[-3], names[4] == NULL);
	names[3] = 0;
	printf("%d %d\n", names[3] == "", names[3] == NULL);
	self->tuple[1, probename] = 99;
	printf("%d %d\n", self->tuple[1, "BEGIN"], self->tuple[1, "END"]);
}

BEGIN
{
	arr[1] = 5;
	limit = 3;
	arr[limit] = arr[1] + 1;
	arr[limit - 3]--;
	printf("%d %d %d %d\n", arr[0], arr[1], arr[2], arr[3]);
	total = limit = 9;
	printf("%d %d\n", total, limit);
	printf("%d\n", (total = 5, total + 1));
}

/* All forms of assignment. */
BEGIN
{
	this->a = 100;
	this->a += 7;
	this->a -= 2;
	this->a *= 3;
	this->a /= 2;
	printf("%d", this->a);
	this->a %= 100;
	printf(" %d", this->a);
	this->a <<= 4;
	printf(" %d", this->a);
	this->a >>= 2;
	printf(" %d", this->a);
	this->a &= 0xf8;
	printf(" %d", this->a);
	this->a |= 7;
	printf(" %d", this->a);
	this->a ^= 0xff;
	printf(" %d\n", this->a);
	exit(0);
}
/* output:
0 0
255
6 42
0 0
10 20 31 0
20 18
0 18
[three] [minus three] 1
1 1
99 0
-1 5 0 6
9 9
6
157 57 912 228 224 231 24

*/

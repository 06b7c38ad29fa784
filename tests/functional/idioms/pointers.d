/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
/*
 * D arrays are in memory: pointers to them see assignments, and may assign (Dynamic Tracing Guide,
 * chapter 5, "Array Declarations and Storage"; dtrace.c, dtrace_canstore()). Characters of a string
 * variable can be assigned (chapter 6), strings are characters behind a pointer.
 */
int all[4];
this int mine[4];
self int own[3];
struct pair { int left; int right; } both;
self string text;
string name;
char *where;
int *p, *q;

BEGIN
{
	p = all;
	q = &all[2];
	all[2] = 20;
	p[1] = 10;
	*q += 1;
	printf("%d %d %d %d\n", p[1], *q, all[1], all[2]);

	this->m = &this->mine[1];
	*this->m = 7;
	this->mine[2] = this->m[0] + 1;
	printf("%d %d\n", this->mine[1], this->m[1]);

	self->own[0] = 1;
	self->o = &self->own[0];
	self->o[2] = 33;
	printf("%d %d\n", self->own[2], self->o[0]);

	p = &both.right;
	*p = 4;
	printf("%d\n", both.right);
}

BEGIN
{
	name = "hello";
	name[1] = 'u';
	name[4]++;
	printf("%s ", name);
	name[2] = 0;
	printf("%s %d\n", name, strlen(name));
	self->text = "thread";
	self->text[0] = 'b';
	self->text[1] -= 7;
	printf("%s %c\n", self->text, self->text[3]);
}

BEGIN
{
	where = probeprov;
	printf("%c%c %s\n", where[0], *(where + 1), stringof(where + 2));
	printf("%s %s %s\n", "hello" + 1, 2 + "hello", execname - 0);
	exit(0);
}
/* output:
10 21 10 21
7 8
33 1
4
hullp hu 2
baread e
dt race
ello llo dtrace

*/

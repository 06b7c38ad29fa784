/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
struct pair { int a; int b; };
string g;
self struct pair p;
struct pair pairs[int];
string names[int];

/* x = x leaves x alone, wherever it lives. */
BEGIN
{
	self->s = "self";
	self->s = self->s;
	this->s = "this";
	this->s = this->s;
	g = "global";
	g = g;
	names[1] = "element";
	names[1] = names[1];
	printf("%s %s %s %s\n", self->s, this->s, g, names[1]);
	self->p.a = 1;
	self->p.b = 2;
	self->p = self->p;
	printf("%d %d\n", self->p.a, self->p.b);
	pairs[7].a = 3;
	pairs[7].b = 4;
	pairs[7] = pairs[7];
	printf("%d %d\n", pairs[7].a, pairs[7].b);
	pairs[8] = pairs[9];
	printf("%d %d\n", pairs[8].a, pairs[8].b);
	exit(0);
}
/* output:
self this global element
1 2
3 4
0 0

*/

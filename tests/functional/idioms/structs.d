/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
/*
 * Structs are values: they may be keys of an undeclared array, be cast to their own type, and be
 * freed by an assignment of 0 like everything else (Dynamic Tracing Guide, chapters 3 and 7;
 * dt_parser.c, dt_cook_op2()).
 */
struct point { int x; int y; };
struct point at, other, saved[int];
self struct point last;

BEGIN
{
	at.x = 1;
	at.y = 2;
	other.x = 1;
	seen[at] = 5;
	names[(struct point)at, "a"] = "first";
	printf("%d %d ", seen[at], seen[other]);
	other.y = 2;
	printf("%d %s\n", seen[other], names[other, "a"]);

	saved[1] = at;
	self->last = ((struct point)saved[1]);
	printf("%d %d ", saved[1].x, self->last.y);
	saved[1] = 0;
	self->last = 0;
	at = 0;
	printf("%d %d %d\n", saved[1].x, self->last.y, at.x);
	exit(0);
}
/* output:
5 0 5 first
1 2 0 0 0

*/

/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
/*
 * `x op= e` reads x before e is computed (libdtrace, dt_cg.c, dt_cg_arithmetic_op() under
 * dt_cg_asgn_op()); anything may be cast to void. Operators: Dynamic Tracing Guide, chapter 2.
 */
BEGIN
{
	x = 3;
	x += (x = 5);
	this->y = 3;
	this->y *= ++this->y;
	a[1] = 4;
	a[1] -= a[1]++ + 1;
	self->z = 7;
	self->z <<= (self->z = 1);
	printf("%d %d %d %d\n", x, this->y, a[1], self->z);
	(void)x;
	(void)strlen("abc"), x = 2;
	(void)(x = 6);
	(void)"text";
	printf("%d\n", x);
	exit(0);
}
/* output:
8 12 -1 14
6

*/

/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q -x nowarn -x dynvarsize=4096 */
/*
 * An element that becomes 0 in whatever way is free again: the array has room for a few dozen.
 */
int i;

tick-1ms { a[i] = 1; a[i] += -1; b[i] = 1; b[i]--; c[i] = 3; c[i] &= 4; }
tick-1ms { d[i, "x"] = 1; self->e[i]++; self->e[i]--; f[i] = 2; this->r = --f[i] + f[i]--; }
tick-1ms { d[i, "x"] -= 1; g = "kept"; h["n"] += 2; h["n"]--; i++; }
tick-1ms /i > 200/
{
	printf("%d %d %d %d\n", h["n"], this->r, a[0], f[0]);
	exit(0);
}
/* output:
201 2 0 0

*/

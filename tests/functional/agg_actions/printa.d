/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
BEGIN
{
	@a["x", 1] = sum(5);
	@b["x", 1] = sum(7);
	@a["y", 2] = sum(6);
	printa("%s %d %@d\n", @a);
	printa("%s %d %@d %@d\n", @a, @b);
	exit(0);
}
/* output:
x 1 5
y 2 6
x 1 5 7
y 2 6 0

*/

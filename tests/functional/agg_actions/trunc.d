/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
BEGIN
{
	@["a"] = sum(1);
	@["b"] = sum(2);
	@["c"] = sum(3);
	trunc(@, 2);
	printa("%s %@d\n", @);
	trunc(@, -1);
	printa("%s %@d\n", @);
	trunc(@);
	printa("%s %@d\n", @);
	exit(0);
}
/* output:
b 2
c 3
b 2

*/

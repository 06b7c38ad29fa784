/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q -c $WORKLOAD */

/* pidfile is no provider of functions, whatever it begins with. */
pidfile$target:::written
{
	printf("%s %d\n", probename, arg0);
}
/* output:
written 0
written 1
written 2

*/

/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q -c $WORKLOAD */

/* pidfile is not a provider of functions, although its name begins with pid. */
pidfile$target:::written
{
	printf("%s %d\n", probename, arg0);
}
/* output:
written 0
written 1
written 2

*/

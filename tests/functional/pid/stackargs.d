/* flags: -q -c $WORKLOAD */

/* SPDX-License-Identifier: BSD-2-Clause */

pid$target:a.out:sum:entry
{
	printf("%d %d %d %d %d %d %d %d %d %d\n", arg0, arg1, arg2, arg3, arg4, arg5, arg6, arg7,
	    arg8, arg9);
}

pid$target:a.out:sum:return
{
	printf("%d\n", arg1);
}
/* output:
1 -2 3 4 5 6 7 -8 9 10
35

*/

/* flags: -q -c $WORKLOAD.32 */
/* needs: 32-bit x86-64 */

/* SPDX-License-Identifier: BSD-2-Clause */

/* A 32-bit program has its arguments on the stack; they are as wide as its words. */
pid$target:a.out:sum:entry
{
	printf("%d %d %d %d %d %d %d %d %d %d\n", arg0, (int)arg1, arg2, arg3, arg4, arg5, arg6,
	    (int)arg7, arg8, arg9);
}

pid$target:a.out:sum:entry
/arg1 == 0xfffffffe/
{
	printf("zero-extended\n");
}

pid$target:a.out:sum:return
{
	printf("%d\n", arg1);
}
/* output:
1 -2 3 4 5 6 7 -8 9 10
zero-extended
35

*/

/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q -c $WORKLOAD */
syscall::write:entry
/pid == $target && (int)arg0 == -1/
{
	printf("[%s]\n", copyinwords(arg1, arg2));
	printf("[%s]\n", copyinwords(arg1, arg2, 4));
	printf("[%s]\n", copyinwords(arg1, arg2, 8));
	printf("[%s] [%s] [%s]\n", copyinwords(arg1, 0), copyinwords(arg1, 1), copyinwords(arg1, arg2, 0));
	/* Unreadable memory gives "" without a fault. */
	printf("[%s]\n", copyinwords(16, 10));
	@[copyinwords(arg1, arg2), strlen(copyinwords(arg1, arg2))] = count();
}
/* output:
[one  three]
[one]
[one  th]
[] [] []
[]

  one  three                                                       10                1
*/

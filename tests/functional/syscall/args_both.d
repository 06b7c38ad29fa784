/* SPDX-License-Identifier: BSD-2-Clause */
/* needs: 32-bit */
/* flags: -q -c $WORKLOADS/args_both.32 */
/* x64 and x32 calls of one name have args[] of one type. */
syscall::read:entry
/pid == $target && (int)args[0] == -7/
{
	printf("%s %d %d %d\n", probemod, (int)args[0], (uintptr_t)args[1], args[2]);
}
/* output:
x32 -7 0 3

*/

/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q -c $WORKLOAD */
syscall::chroot:entry
/progenyof($target)/
{
	printf("%d %d %d %d\n", pid == $target, progenyof(pid), progenyof(ppid), progenyof(-5));
}
/* output:
0 1 1 0
1 1 1 0

*/

/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q -c $WORKLOADS/curthread */
/* A member that the kernel initialises the same way everywhere. */
syscall::write:entry
/pid == $target && (int)arg0 == -1/
{
	print(curthread->se.load);
	printf("\n");
	print(curthread->comm);
	printf("\n");
	exit(0);
}

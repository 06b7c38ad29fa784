/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q -c $WORKLOADS/curthread */
/* A structure whose contents are the same everywhere: tests run as root. */
syscall::write:entry
/pid == $target && (int)arg0 == -1/
{
	print(curthread->cred->uid);
	printf("\n");
	print(curthread->comm);
	printf("\n");
	exit(0);
}
/* output:
kuid_t {
    uid_t val = 0
}
char [16] [ "a-thread" ]

*/

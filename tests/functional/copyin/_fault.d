/* SPDX-License-Identifier: BSD-2-Clause */
/* An address that cannot be read is a fault, which names it; the clause ends there. */
syscall::chroot:entry
/pid == $target/
{
	printf("%s", copyinstr(16));
	printf("never\n");
}

syscall::sethostname:entry
/pid == $target/
{
	printf("%d", *(int *)copyin(0, 4));
	printf("never\n");
}

dtrace:::ERROR
{
	printf("fault %d at %x\n", arg4, arg5);
}

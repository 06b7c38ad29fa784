#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * where.d - the exact places in a program that make a system call: the caller's address, function and object.
 *
 * usage: where.d SYSCALL -c COMMAND
 *
 *	act`main 5
 *	act 5
 *	act`main+0x87 5
 */
#pragma D option quiet

syscall::$1:entry
/pid == $target/
{
	@function[ufunc(ucaller)] = count();
	@object[umod(ucaller)] = count();
	@address[uaddr(ucaller)] = count();
}

END
{
	printa("%A %@d\n", @function);
	printa("%A %@d\n", @object);
	printa("%A %@d\n", @address);
}

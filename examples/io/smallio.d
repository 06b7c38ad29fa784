#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * smallio.d - programs that read and write a few bytes at a time, where one call could do.
 *
 * usage: smallio.d [BYTES] [-c COMMAND | -p PID]		up to so many bytes are small; 16
 *
 *	EXEC             CALL        SMALL      ALL
 *	act              read            0        1
 *	qemu-system-x86  read            0       14
 *	dtrace-soak      write           0       19
 *	python3          read            0       19
 *	mandb            read            0      290
 *	refuse           write           1        1
 *	virtiofsd        read            2        2
 *	virtiofsd        write           2        2
 *	qemu-system-x86  write          14       14
 */
#pragma D option quiet
#pragma D option confine
#pragma D option defaultargs

inline int SMALL = $1 ? $1 : 16;

syscall::read:entry, syscall::write:entry
/arg2 <= SMALL/
{
	@small[execname, probefunc] = count();
}

syscall::read:entry, syscall::write:entry
{
	@all[execname, probefunc] = count();
}

END
{
	printf("%-16s %-8s %8s %8s\n", "EXEC", "CALL", "SMALL", "ALL");
	printa("%-16s %-8s %@8d %@8d\n", @small, @all);
}

#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * statsnoop.d - which files are asked about with stat, and whether they exist.
 *
 * usage: statsnoop.d [-c COMMAND | -p PID]
 *
 *	EXEC                 PID  ERR PATH
 *	cc                 26507    0 /tmp/cchqaosa.res
 *	cc                 26507    0 /tmp/cclnHeku.o
 *	cc                 26507    0 /tmp/ccM1DTAs.s
 *	python3            26480    0
 *	python3            26480    0
 *	python3            26480    0
 *	python3            26364    2 /usr/src/dtrace/build/tests/workload/copyin/copyin
 *	python3            26364    0 /usr/src/dtrace/build/tests/workload
 *	python3            26364    0
 */
#pragma D option quiet
#pragma D option confine

BEGIN
{
	printf("%-16s %7s %4s %s\n", "EXEC", "PID", "ERR", "PATH");
}

syscall::stat:entry, syscall::lstat:entry
{
	self->path = arg0;
}

syscall::newfstatat:entry, syscall::statx:entry
{
	self->path = arg1;
}

syscall::stat:return, syscall::lstat:return, syscall::newfstatat:return, syscall::statx:return
/self->path/
{
	printf("%-16s %7d %4d %s\n", execname, pid, errno, copyinstr(self->path));
	self->path = 0;
}

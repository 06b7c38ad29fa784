#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * syncs.d - who waits for the disk: fsync and its kin, with the time each took.
 *
 * usage: syncs.d [-c COMMAND | -p PID]
 *
 *	EXEC             CALL        CALLS   LONGEST us
 *	act              fsync           3         7922
 */
#pragma D option quiet
#pragma D option confine

syscall::fsync:entry, syscall::fdatasync:entry, syscall::sync:entry, syscall::syncfs:entry, syscall::msync:entry
{
	self->since = timestamp;
}

syscall::fsync:return, syscall::fdatasync:return, syscall::sync:return, syscall::syncfs:return,
syscall::msync:return
/self->since/
{
	@calls[execname, probefunc] = count();
	@longest[execname, probefunc] = max((timestamp - self->since) / 1000);
	self->since = 0;
}

END
{
	printf("%-16s %-10s %6s %12s\n", "EXEC", "CALL", "CALLS", "LONGEST us");
	printa("%-16s %-10s %@6d %@12d\n", @calls, @longest);
}

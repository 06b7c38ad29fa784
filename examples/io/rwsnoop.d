#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * rwsnoop.d - prints every read and write as it happens: process, direction, descriptor, bytes and error.
 *
 * usage: rwsnoop.d [-c COMMAND | -p PID]
 *
 *	    PID EXEC             D   FD    BYTES  ERR
 *	  16558 act              R    3      832    0
 *	  16558 act              R    3      784    0
 *	  16558 act              R    3      784    0
 *	  16558 act              W    3      100    0
 *	  16558 act              R    3     2000    0
 *	  16558 act              R    3       64    0
 *	  16558 act              R    3      512    0
 *	  16558 act              R   -1        0    9
 */
#pragma D option quiet
#pragma D option confine
#pragma D option switchrate=10hz

BEGIN
{
	printf("%7s %-16s %1s %4s %8s %4s\n", "PID", "EXEC", "D", "FD", "BYTES", "ERR");
}

syscall::read:entry, syscall::readv:entry, syscall::pread64:entry, syscall::preadv*:entry
/pid != $pid/
{
	self->way = "R";
	self->fd = (int)arg0;
}

syscall::write:entry, syscall::writev:entry, syscall::pwrite64:entry, syscall::pwritev*:entry
/pid != $pid/
{
	self->way = "W";
	self->fd = (int)arg0;
}

syscall::*read*:return, syscall::*write*:return
/self->way != NULL/
{
	printf("%7d %-16s %1s %4d %8d %4d\n", pid, execname, self->way, self->fd,
	    errno ? 0 : (int)arg0, errno);
	self->way = NULL;
	self->fd = 0;
}

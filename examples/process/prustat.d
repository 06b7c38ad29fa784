#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * prustat.d - prints what each process uses: CPU time, disk bytes and socket bytes.
 * The page cache is written later. Those bytes belong to a kernel thread.
 *
 * usage: prustat.d [ROWS [SECONDS [INTERVALS]]]	20 rows every 5 seconds, until ^C
 *
 *	2026 Nov 22 14:40:06
 *	    PID PROGRAM               CPU MS    DISK KB  SOCKET KB
 *	  21519 dd                       312      65536          0
 *	   1207 act                       20          0        976
 */
#pragma D option quiet
#pragma D option defaultargs

inline int ROWS = $1 ? $1 : 20;
inline int SECONDS = $2 ? $2 : 5;
inline int S_IFMT = 0xf000;
inline int S_IFSOCK = 0xc000;

sched:::on-cpu
/pid/
{
	self->on = timestamp;
}

sched:::off-cpu
/self->on/
{
	@cpu[pid, execname] = sum(timestamp - self->on);
	self->on = 0;
}

io:::start
{
	@disk[pid, execname] = sum(args[0]->b_bcount);
}

syscall::read:entry, syscall::readv:entry, syscall::recvfrom:entry, syscall::recvmsg:entry,
syscall::write:entry, syscall::writev:entry, syscall::sendto:entry, syscall::sendmsg:entry
/getf(arg0) != NULL && (getf(arg0)->f_inode->i_mode & S_IFMT) == S_IFSOCK/
{
	self->is_socket = 1;
}

syscall::read:return, syscall::readv:return, syscall::recvfrom:return, syscall::recvmsg:return,
syscall::write:return, syscall::writev:return, syscall::sendto:return, syscall::sendmsg:return
/self->is_socket && !errno/
{
	@socket[pid, execname] = sum(arg0);
}

syscall::read:return, syscall::readv:return, syscall::recvfrom:return, syscall::recvmsg:return,
syscall::write:return, syscall::writev:return, syscall::sendto:return, syscall::sendmsg:return
{
	self->is_socket = 0;
}

tick-1sec
/++seconds % SECONDS == 0/
{
	trunc(@cpu, ROWS);
	normalize(@cpu, 1000000);
	normalize(@disk, 1024);
	normalize(@socket, 1024);
	printf("%Y\n%7s %-16s %11s %10s %10s\n", walltimestamp, "PID", "PROGRAM", "CPU MS", "DISK KB", "SOCKET KB");
	printa("%7d %-16s %@11d %@10d %@10d\n", @cpu, @disk, @socket);
	trunc(@cpu);
	trunc(@disk);
	trunc(@socket);
}

tick-1sec
/seconds == SECONDS * $3/
{
	exit(0);
}

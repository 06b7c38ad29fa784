#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * fdleak.d - counts the descriptors that a command opens and never closes.
 *
 * usage: fdleak.d -c COMMAND
 *
 *	openat                3
 *	closed                2
 *	still open            1
 */
#pragma D option quiet

syscall::open*:return, syscall::socket:return, syscall::dup:return, syscall::accept*:return,
syscall::epoll_create*:return, syscall::eventfd*:return
/pid == $target && errno == 0/
{
	@open[probefunc] = count();
	@balance = sum(1);
}

syscall::close:return
/pid == $target && errno == 0/
{
	@closed = count();
	@balance = sum(-1);
}

END
{
	printa("%-16s %@6d\n", @open);
	printa("closed           %@6d\n", @closed);
	printa("still open       %@6d\n", @balance);
}

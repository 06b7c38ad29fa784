#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * accepts.d - connections that servers accept, by program and descriptor.
 *
 * usage: accepts.d [-c COMMAND | -p PID]
 *
 *	SERVER           LISTENER ACCEPTED
 *	server                  3        4
 */
#pragma D option quiet
#pragma D option confine

syscall::accept:entry, syscall::accept4:entry
{
	self->listener = (int)arg0;
	self->in = 1;
}

syscall::accept:return, syscall::accept4:return
/self->in && (int)arg0 >= 0/
{
	@[execname, self->listener] = count();
}

syscall::accept:return, syscall::accept4:return
{
	self->in = 0;
	self->listener = 0;
}

END
{
	printf("%-16s %8s %8s\n", "SERVER", "LISTENER", "ACCEPTED");
	printa("%-16s %8d %@8d\n", @);
}

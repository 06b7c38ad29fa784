#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * listeners.d - prints each program that starts to listen, with its port and backlog.
 *
 * usage: listeners.d [-c COMMAND | -p PID]
 *
 *	host[27488] listens on port 7751, backlog 8
 */
#pragma D option quiet
#pragma D option confine

struct inet_address {
	uint16_t family;
	uint16_t port;
	uint32_t address;
};

syscall::bind:entry
{
	this->to = (struct inet_address *)copyin(arg1, sizeof (struct inet_address));
	self->port[(int)arg0] = this->to->family == 2 ? ntohs(this->to->port) : 0;
}

syscall::listen:entry
{
	self->fd = (int)arg0;
	self->backlog = (int)arg1;
}

syscall::listen:return
/errno == 0/
{
	printf("%s[%d] listens on port %d, backlog %d\n", execname, pid, self->port[self->fd], self->backlog);
}

syscall::listen:return
{
	self->port[self->fd] = 0;
	self->fd = 0;
	self->backlog = 0;
}

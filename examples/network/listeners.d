#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * listeners.d - who offers services: listen, with the port bound before.
 *
 * usage: listeners.d
 *
 *	host[27488] listens on port 7751, backlog 8
 */
#pragma D option quiet

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
	printf("%s[%d] listens on port %d, backlog %d\n", execname, pid, self->port[(int)arg0], (int)arg1);
	self->port[(int)arg0] = 0;
}

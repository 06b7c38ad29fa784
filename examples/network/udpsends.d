#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * udpsends.d - datagrams as they are sent: to where and how much.
 *
 * usage: udpsends.d [-c COMMAND | -p PID]
 *
 *	act                  64 bytes to 127.0.0.1 port 7730
 *	act                1400 bytes to 127.0.0.1 port 7730
 */
#pragma D option quiet
#pragma D option confine

inline int AF_INET = 2;

struct inet_address {
	uint16_t family;
	uint16_t port;
	uint32_t address;
};

syscall::sendto:entry
{
	self->to = arg4;
}

syscall::sendto:return
/self->to && errno == 0 && *(uint16_t *)copyin(self->to, 2) == AF_INET/
{
	this->to = (struct inet_address *)copyin(self->to, sizeof (struct inet_address));
	this->address = (uint32_t *)alloca(4);
	bcopy(&this->to->address, this->address, 4);
	printf("%-16s %6d bytes to %s port %d\n", execname, arg0, inet_ntoa(this->address),
	    ntohs(this->to->port));
}

syscall::sendto:return
{
	self->to = 0;
}

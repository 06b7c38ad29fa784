#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * connects.d - connections that programs make: address, port, outcome.
 *
 * usage: connects.d [-c COMMAND | -p PID]
 *
 *	    PID EXEC             ADDRESS           PORT RESULT
 *	  20408 act              127.0.0.1         7721 refused
 *	  20408 act              127.0.0.1         7721 refused
 *	  20408 act              127.0.0.1         7721 connected
 */
#pragma D option quiet
#pragma D option confine

inline int AF_INET = 2;

struct inet_address {
	uint16_t family;
	uint16_t port;
	uint32_t address;
};

BEGIN
{
	printf("%7s %-16s %-16s %5s %s\n", "PID", "EXEC", "ADDRESS", "PORT", "RESULT");
}

syscall::connect:entry
/ *(uint16_t *)copyin(arg1, 2) == AF_INET/
{
	this->to = (struct inet_address *)copyin(arg1, sizeof (struct inet_address));
	self->port = ntohs(this->to->port);
	self->address = inet_ntoa(&this->to->address);
}

syscall::connect:return
/self->port/
{
	printf("%7d %-16s %-16s %5d %s\n", pid, execname, self->address, self->port,
	    errno == 0 ? "connected" : errno == ECONNREFUSED ? "refused" :
	    errno == EINPROGRESS ? "under way" : "failed");
	self->port = 0;
	self->address = NULL;
}

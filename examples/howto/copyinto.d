#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * copyinto.d - user memory into a buffer of one's own: alloca and copyinto, then a string from its middle.
 *
 * usage: copyinto.d -c COMMAND
 *
 *	first... ...and-last
 */
#pragma D option quiet

syscall::write:entry
/pid == $target && arg2 == 14/
{
	this->buffer = (char *)alloca(16);
	copyinto(arg1, 14, this->buffer);
	this->buffer[14] = '\0';
	printf("%s... ...%s\n", substr(stringof(this->buffer), 0, 5), stringof(this->buffer + 6));
}

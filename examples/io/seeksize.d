#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * seeksize.d - how far programs jump in a file between two positioned reads.
 *
 * usage: seeksize.d -c COMMAND
 *
 *	pwrite64, bytes:
 *
 *	           value  ------------- Distribution ------------- count
 *	          -16384 |                                         0
 *	           -8192 |@@@@@@@@                                 1
 *	           -4096 |                                         0
 *	           -2048 |                                         0
 *	           -1024 |                                         0
 *	            -512 |@@@@@@@@                                 1
 *	            -256 |                                         0
 */
#pragma D option quiet

syscall::pread64:entry, syscall::pwrite64:entry
/pid == $target/
{
	self->fd = (int)arg0;
	self->from = (int64_t)arg3;
	self->moves = 1;
}

syscall::pread64:return, syscall::pwrite64:return
/self->moves && errno == 0 && seen[self->fd]/
{
	this->distance = self->from - last[self->fd];
	@jump[probefunc] = quantize(this->distance);
	@longest = max(this->distance);
}

syscall::pread64:return, syscall::pwrite64:return
/self->moves && errno == 0/
{
	seen[self->fd] = 1;
	last[self->fd] = self->from + (int64_t)arg0;
}

syscall::pread64:return, syscall::pwrite64:return
{
	self->moves = 0;
	self->fd = 0;
	self->from = 0;
}

END
{
	printa("%s, bytes:\n%@d\n", @jump);
	printa("longest: %@d\n", @longest);
}

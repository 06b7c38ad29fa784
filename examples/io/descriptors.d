#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * descriptors.d - reads by descriptor number and path, remembered from the open.
 *
 * usage: descriptors.d -c COMMAND
 *
 *	  3 empty                                   0
 *	 -1 ?                                       0
 *	  3 /lib/x86_64-linux-gnu/libc.so.6       832
 *	  3 /dev/zero                            1000
 */
#pragma D option quiet

syscall::openat:entry
/pid == $target/
{
	self->path = arg1;
}

syscall::openat:return
/self->path && errno == 0/
{
	name[pid, (int)arg0] = copyinstr(self->path);
}

syscall::openat:return
{
	self->path = 0;
}

syscall::read:entry
/pid == $target/
{
	self->name = name[pid, (int)arg0];
	self->fd = (int)arg0;
	self->reading = 1;
}

syscall::read:return
/self->reading/
{
	@bytes[self->fd, self->name != NULL ? self->name : "?"] = sum(errno ? 0 : arg0);
	self->reading = 0;
	self->name = NULL;
	self->fd = 0;
}

syscall::close:entry
/pid == $target/
{
	name[pid, (int)arg0] = NULL;
}

END
{
	printa("%3d %-32s %@8d\n", @bytes);
}

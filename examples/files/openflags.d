#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * openflags.d - how files are opened: the flags spelled out, for a command.
 *
 * usage: openflags.d -c COMMAND
 *
 *	/etc/ld.so.cache         O_RDONLY
 *	/lib/x86_64-linux-gnu/libc.so.6 O_RDONLY
 *	data                     O_RDWR|O_CREAT|O_TRUNC
 *	data                     O_RDWR
 *	data                     O_RDONLY
 */
#pragma D option quiet

syscall::openat:entry
/pid == $target/
{
	this->mode = (arg2 & O_ACCMODE) == O_RDONLY ? "O_RDONLY" :
	    (arg2 & O_ACCMODE) == O_WRONLY ? "O_WRONLY" : "O_RDWR";
	self->flags = strjoin(this->mode, strjoin(arg2 & O_CREAT ? "|O_CREAT" : "",
	    strjoin(arg2 & O_EXCL ? "|O_EXCL" : "", strjoin(arg2 & O_TRUNC ? "|O_TRUNC" : "",
	    arg2 & O_APPEND ? "|O_APPEND" : ""))));
	self->path = arg1;
}

syscall::openat:return
/self->path && errno == 0/
{
	printf("%-24s %s\n", copyinstr(self->path), self->flags);
}

syscall::openat:return
{
	self->path = 0;
	self->flags = 0;
}

#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * appends.d - how files grow: size before and after each write of a command.
 *
 * usage: appends.d -c COMMAND
 *
 *	log: 0 to 100
 *	log: 100 to 123
 */
#pragma D option quiet

syscall::write:entry
/pid == $target && getf(arg0) != NULL/
{
	self->file = getf(arg0);
	self->was = self->file->f_inode->i_size;
}

syscall::write:return
/self->file != NULL/
{
	printf("%s: %d to %d\n", stringof(self->file->f_path.dentry->d_name.name), self->was,
	    self->file->f_inode->i_size);
	self->file = NULL;
	self->was = 0;
}

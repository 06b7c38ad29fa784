#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * vfsbytes.d - bytes that the kernel reads and writes by file, whatever asks for it: vfs_read(), vfs_write().
 *
 * usage: vfsbytes.d -c COMMAND
 *
 *	vfs_read   libselinux.so.1                     832
 *	vfs_read   passwd                             1271
 *	vfs_write  copy                               1271
 *	vfs_read   libc.so.6                          2400
 *	vfs_read   locale.alias                       2996
 */
#pragma D option quiet

self struct file *file;

fbt::vfs_read:entry, fbt::vfs_write:entry
/pid == $target/
{
	self->file = args[0];
}

fbt::vfs_read:return, fbt::vfs_write:return
/self->file != NULL && args[1] > 0/
{
	@[probefunc, stringof(self->file->f_path.dentry->d_name.name)] = sum(args[1]);
}

fbt::vfs_read:return, fbt::vfs_write:return
{
	self->file = NULL;
}

END
{
	printa("%-10s %-28s %@10d\n", @);
}

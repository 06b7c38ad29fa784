#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * devices.d - the number of a file's device, taken apart.
 *
 * usage: devices.d -c COMMAND
 *
 *	zero: device 1, 5
 *	null: device 1, 3
 */
#pragma D option quiet

syscall::fsync:entry
/pid == $target/
{
	this->dev = (dev_t)getf(arg0)->f_inode->i_rdev;
	printf("%s: device %d, %d\n", fds[arg0].fi_name, getmajor(this->dev), getminor(this->dev));
}

#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * mountsnoop.d - prints every mount and unmount with its program, directory and error.
 *
 * usage: mountsnoop.d [-c COMMAND | -p PID]
 *
 *	EXEC                PID CALL         ERRNO  WHERE
 *	mount              4242 mount            0  /mnt
 *	umount             4243 umount           0  /mnt
 */
#pragma D option quiet
#pragma D option zdefs
#pragma D option confine

BEGIN
{
	printf("%-16s %6s %-12s %5s  %s\n", "EXEC", "PID", "CALL", "ERRNO", "WHERE");
}

/* The directory is an argument: mount(from, dir), umount2(dir), move_mount(.., .., .., dir). */
syscall::mount:entry		{ self->place = arg1; }
syscall::umount:entry,
syscall::umount2:entry		{ self->place = arg0; }
syscall::move_mount:entry	{ self->place = arg3; }

syscall::mount:return,
syscall::umount:return,
syscall::umount2:return,
syscall::move_mount:return
/self->place/
{
	printf("%-16s %6d %-12s %5d  %s\n", execname, pid, probefunc, errno, copyinstr(self->place));
	self->place = 0;
}

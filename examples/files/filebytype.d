#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * filebytype.d - kinds of files that programs read and write, from the file system they are on.
 *
 * usage: filebytype.d [-c COMMAND | -p PID]
 *
 *	EXEC             FS           CALL        COUNT
 *	act              ext4         read            1
 *	ar               ext4         write           1
 *	cc               pipefs       read            1
 *	grep             pipefs       read            1
 *	ls               devtmpfs     write           1
 *	ninja            pipefs       read            1
 *	ninja            pipefs       write           1
 *	sh               ext4         read            1
 */
#pragma D option quiet
#pragma D option confine

syscall::read:entry, syscall::write:entry
{
	@[execname, fds[arg0].fi_fs, probefunc] = count();
}

END
{
	printf("%-16s %-12s %-8s %8s\n", "EXEC", "FS", "CALL", "COUNT");
	printa("%-16s %-12s %-8s %@8d\n", @);
}

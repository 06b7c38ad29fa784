#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * errinfo.d - counts failed system calls by program, call and error.
 *
 * usage: errinfo.d [-c COMMAND | -p PID]
 *
 *	EXEC             SYSCALL          ERRNO REASON                                  COUNT
 *	ls               ioctl               25 ENOTTY: not for this device                 1
 *	ls               access               2 ENOENT: no such file or directory           2
 *	ls               openat               2 ENOENT: no such file or directory          19
 */
#pragma D option quiet
#pragma D option confine

inline string reason[int e] =
    e == EPERM ? "EPERM: operation not permitted" :
    e == ENOENT ? "ENOENT: no such file or directory" :
    e == EINTR ? "EINTR: interrupted by a signal" :
    e == EIO ? "EIO: input/output error" :
    e == EBADF ? "EBADF: not an open descriptor" :
    e == ECHILD ? "ECHILD: no child processes" :
    e == EAGAIN ? "EAGAIN: try again" :
    e == ENOMEM ? "ENOMEM: out of memory" :
    e == EACCES ? "EACCES: permission denied" :
    e == EEXIST ? "EEXIST: file exists" :
    e == ENOTDIR ? "ENOTDIR: not a directory" :
    e == EISDIR ? "EISDIR: is a directory" :
    e == EINVAL ? "EINVAL: invalid argument" :
    e == ENOTTY ? "ENOTTY: not for this device" :
    e == ENOSPC ? "ENOSPC: no space left" :
    e == ESPIPE ? "ESPIPE: cannot seek" :
    e == EPIPE ? "EPIPE: nobody reads" :
    e == ENOSYS ? "ENOSYS: no such system call" :
    e == ENODATA ? "ENODATA: no data" :
    e == ETIMEDOUT ? "ETIMEDOUT: timed out" :
    e == ECONNREFUSED ? "ECONNREFUSED: connection refused" :
    e == EINPROGRESS ? "EINPROGRESS: under way" :
    "another";

syscall:::return
/errno != 0/
{
	@[execname, probefunc, errno, reason[errno]] = count();
}

dtrace:::END
{
	printf("%-16s %-16s %5s %-36s %8s\n", "EXEC", "SYSCALL", "ERRNO", "REASON", "COUNT");
	printa("%-16s %-16s %5d %-36s %@8d\n", @);
}

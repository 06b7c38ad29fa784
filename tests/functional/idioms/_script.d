#!/usr/sbin/dtrace -Cs
/* SPDX-License-Identifier: BSD-2-Clause */
/* A script as people publish them: the preprocessor, options as pragmas, a cast of curthread. */
#include <sys/syscall.h>

#define	MINE	(pid == $target)

#pragma D option flowindent
#pragma D option dynvarsize=4m
#pragma D option jstackframes=1
#pragma D option jstackstrsize=1024

syscall::umask:entry, syscall::umask:return
/MINE/
{
	calls[probefunc, probename] = __NR_umask;
	trace(((struct task_struct *)curthread)->comm);
}

syscall::getppid:entry
/MINE/
{
	trace(calls["umask", "return"] == __NR_umask);
	jstack();
}

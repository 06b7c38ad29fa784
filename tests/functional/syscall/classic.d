#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q -c $WORKLOAD */
/* Names of old with their arguments, whatever the program calls. The library's own calls have other paths. */
#pragma D option compat=classic

inline string PATH = copyinstr(arg0);

syscall::open:entry, syscall::creat:entry, syscall::stat:entry, syscall::lstat64:entry, syscall::unlink:entry,
syscall::rmdir:entry, syscall::access:entry, syscall::rename:entry
/pid == $target && substr(PATH, 0, 8) == "/nosuch/"/
{
	self->path = PATH;
	printf("%s %s\n", probefunc, self->path);
}

syscall::open:return, syscall::access:return
/self->path != NULL/
{
	printf("%d %d\n", (int)arg0, errno == ENOENT);
	self->path = NULL;
}

syscall::creat:entry
/pid == $target && PATH == "/nosuch/creat"/
{
	printf("mode %o\n", arg1);
}

syscall::rename:entry
/pid == $target/
{
	printf("to %s\n", copyinstr(arg1));
}

syscall::rename:
/pid == $target/
{
	printf("%s\n", probename);
}

syscall::fstat:entry
/pid == $target && arg0 == 77/
{
	printf("fstat(%d), %d\n", arg0, arg2);
}

syscall::accept:entry
/pid == $target/
{
	printf("accept(%d)\n", args[0]);
}

syscall::fork:entry
/pid == $target/
{
	printf("fork\n");
}

syscall::lwp_create:entry
/pid == $target/
{
	printf("thread\n");
}

syscall::rexit:entry
/progenyof($target) && arg0 == 5/
{
	printf("exit(%d)\n", arg0);
}
/* output:
openat /nosuch/open
-1 1
openat /nosuch/creat
mode 640
-1 1
newfstatat /nosuch/stat
newfstatat /nosuch/lstat
fstat(77), 0
statx /nosuch/statx
unlinkat /nosuch/unlink
unlinkat /nosuch/rmdir
faccessat /nosuch/access
-1 1
renameat2 /nosuch/rename
to /nosuch/open
entry
return
accept(78)
fork
exit(5)
thread

*/

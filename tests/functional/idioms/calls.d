/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -C -c $WORKLOAD */
/* needs: x86-64 */
/*
 * Old names of system calls: the arguments are those of the named call, whichever call the program
 * makes (Dynamic Tracing Guide, chapter 21, "syscall Provider"). Some calls of the program are not those of libc; only
 * x86-64 has them.
 */
#pragma D option quiet
#pragma D option compat=classic

#define BY_PATH(name)                                                                             \
	syscall::name:entry /self->own && substr(copyinstr(arg0), 0, 8) == "/nosuch/"/            \
	{ printf("%s: %s, %x\n", #name, copyinstr(arg0), (short)arg1); }
#define BY_NUMBER(name)                                                                           \
	syscall::name:entry /pid == $target && arg0 > 60/                                         \
	{ printf("%s: %d %d\n", #name, arg0, arg2); }
#define BY_NAME(name)                                                                             \
	syscall::name:entry /pid == $target/ { printf("%s\n", #name); }

/* The program's first own call: paths of calls before it may not be in memory yet. */
syscall::fork:entry
/pid == $target/
{
	self->own = 1;
}

BY_NAME(fork)
BY_NAME(fork1)
BY_NAME(vfork)
BY_NUMBER(fstat)
BY_NUMBER(accept)
BY_NUMBER(recv)
BY_NAME(pipe)

syscall::open:entry, syscall::open64:entry, syscall::stat:entry, syscall::lstat:entry,
syscall::access:entry, syscall::symlink:entry
/self->own/
{
	printf("%s\n", copyinstr(arg0));
}

syscall::exece:entry
/progenyof($target) && pid != $target/
{
	printf("exec %s\n", copyinstr(arg0));
}

syscall::fstatat:entry
/self->own && (int)arg0 == -100/
{
	printf("%s by fstatat\n", copyinstr(arg1));
}

BY_PATH(creat)
BY_PATH(chmod)
BY_PATH(lchown)

syscall::dup2:entry
/pid == $target/
{
	printf("dup2 to %d\n", arg1);
}

syscall::rexit:entry
/progenyof($target)/
{
	printf("exit %d\n", arg0);
}
/* output:
fork
fork1
exit 3
vfork
exec /nosuch/exec
exit 4
/nosuch/open
/nosuch/old open
creat: /nosuch/creat, 1a0
creat: /nosuch/old creat, 1a0
/nosuch/stat
/nosuch/stat by fstatat
/nosuch/old stat
/nosuch/lstat
/nosuch/lstat by fstatat
fstat: 77 0
fstat: 78 0
/nosuch/fstatat
/nosuch/fstatat by fstatat
/nosuch/access
/nosuch/symlink
chmod: /nosuch/chmod, 180
lchown: /nosuch/lchown, 3
pipe
dup2 to 50
accept: 98 0
accept: 97 0
recv: 96 33
exit 7

*/

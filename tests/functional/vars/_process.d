/* SPDX-License-Identifier: BSD-2-Clause */
syscall::chroot:entry
/pid == $target/
{
	printf("%s pid %d ppid %d tid %d uid %d gid %d cpu %d\n", execname, pid, ppid, tid, uid,
	    gid, cpu);
}

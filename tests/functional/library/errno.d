/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q -c $WORKLOAD */
syscall::openat:entry
/pid == $target && (arg2 & (O_ACCMODE | O_DIRECTORY)) == (O_WRONLY | O_DIRECTORY)/
{
	printf("openat for writing\n");
	self->is_ours = 1;
}

syscall::chroot:return, syscall::fchdir:return, syscall::lseek:return, syscall::openat:return
/pid == $target && errno && (probefunc != "openat" || self->is_ours)/
{
	printf("%s %s\n", probefunc, errno == ENOENT ? "ENOENT" : errno == ENOTDIR ? "ENOTDIR" :
	    errno == EBADF ? "EBADF" : errno == EISDIR ? "EISDIR" : "another");
}
/* output:
chroot ENOENT
chroot ENOTDIR
fchdir EBADF
lseek EBADF
openat for writing
openat EISDIR

*/

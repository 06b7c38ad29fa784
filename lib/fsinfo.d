/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The fsinfo provider: operations on files. args[0] is the file, args[1] the result, 0 or an error's
 * number. Linux has no tracepoint in its file systems' operations: what system calls do with open files is
 * seen, what happens by io_uring, splice or memory that a file is mapped to is not.
 */

/*
 * The first argument of a system call, when it returns: the call's register is as it was. 2 is
 * TS_COMPAT, a call of the 32-bit ABI.
 */
inline int __call_fd = curthread->thread_info.status & 2 ? uregs[R_RBX] : uregs[R_RDI];

provider fsinfo {
	/* A thread has read from an open file; the file, the result. */
	probe read(struct file *F, int result) : (fileinfo_t *F, int result) =
	    syscall::read:return, syscall::readv:return, syscall::pread64:return,
	    syscall::preadv:return, syscall::preadv2:return
		{ getf(__call_fd), errno };
	/* A thread has written to an open file; the file, the result. */
	probe write(struct file *F, int result) : (fileinfo_t *F, int result) =
	    syscall::write:return, syscall::writev:return, syscall::pwrite64:return,
	    syscall::pwritev:return, syscall::pwritev2:return
		{ getf(__call_fd), errno };
	/* A thread has read a directory; the file, the result. */
	probe readdir(struct file *F, int result) : (fileinfo_t *F, int result) =
	    syscall::getdents64:return, syscall::getdents:return
		{ getf(__call_fd), errno };
	/* A thread has sent an open file a command; the file, the result. */
	probe ioctl(struct file *F, int result) : (fileinfo_t *F, int result) =
	    syscall::ioctl:return
		{ getf(__call_fd), errno };
	/* A thread has had an open file written to its disk; the file, the result. */
	probe fsync(struct file *F, int result) : (fileinfo_t *F, int result) =
	    syscall::fsync:return, syscall::fdatasync:return
		{ getf(__call_fd), errno };
	/* A thread has set the position of an open file; the file, the result. */
	probe seek(struct file *F, int result) : (fileinfo_t *F, int result) =
	    syscall::lseek:return
		{ getf(__call_fd), errno };
	/* A thread has changed the size of an open file, or what it occupies; the file, the result. */
	probe space(struct file *F, int result) : (fileinfo_t *F, int result) =
	    syscall::ftruncate:return, syscall::fallocate:return
		{ getf(__call_fd), errno };
	/* A thread has opened a file, or tried to; the file, the result. */
	probe open(struct file *F, int result) : (fileinfo_t *F, int result) =
	    syscall::open:return, syscall::openat:return, syscall::openat2:return,
	    syscall::creat:return { errno ? NULL : getf(arg1), errno };
	/* A thread is about to close a descriptor; the file, 0. */
	probe close(struct file *F, int result) : (fileinfo_t *F, int result) =
	    syscall::close:entry /getf(arg0) != NULL/ { getf(arg0), 0 };

	probe access() = "Linux does not tell which file it is: syscall::: has the path";
	probe create() = "Linux does not tell which file it is: syscall::: has the path";
	probe getattr() = "Linux does not tell which file it is: syscall::: has the path";
	probe link() = "Linux does not tell which file it is: syscall::: has the path";
	probe lookup() = "Linux does not tell which file it is: syscall::: has the path";
	probe mkdir() = "Linux does not tell which file it is: syscall::: has the path";
	probe readlink() = "Linux does not tell which file it is: syscall::: has the path";
	probe remove() = "Linux does not tell which file it is: syscall::: has the path";
	probe rename() = "Linux does not tell which file it is: syscall::: has the path";
	probe rmdir() = "Linux does not tell which file it is: syscall::: has the path";
	probe setattr() = "Linux does not tell which file it is: syscall::: has the path";
	probe symlink() = "Linux does not tell which file it is: syscall::: has the path";
	probe getsecattr() = "Linux does not tell which file it is: syscall::*getxattr: has the path";
	probe setsecattr() = "Linux does not tell which file it is: syscall::*setxattr: has the path";
	probe poll() = "one call of Linux asks for many files: syscall::poll:, syscall::epoll_wait:";
	probe frlock() = "not all locks of files are calls of their own: syscall::fcntl:, sdt:filelock::";
	probe shrlock() = "files of Linux have no share reservations";
	probe setfl() = "not all flags are set by a call of their own: syscall::fcntl:";
	probe pathconf() = "Linux has no such operation: the C library answers";
	probe realvp() = "Linux has no such operation: an inode has none below it";
	probe cmp() = "Linux has no such operation: inodes are compared by their addresses";
	probe fid() = "Linux has no tracepoint in its file systems' operations";
	probe dump() = "Linux has no such operation: kexec dumps";
	probe dumpctl() = "Linux has no such operation: kexec dumps";
	probe inactive() = "Linux has no tracepoint in its file systems' operations";
	probe rwlock() = "Linux has no such operation: lockstat:::rw-block waits for inodes, too";
	probe rwunlock() = "Linux has no such operation: lockstat:::rw-block waits for inodes, too";
	probe vnevent() = "Linux has no such operation";
	probe addmap() = "Linux has no tracepoint in its file systems' operations";
	probe delmap() = "Linux has no tracepoint in its file systems' operations";
	probe dispose() = "Linux has no tracepoint in its file systems' operations";
	probe getpage() = "Linux has no tracepoint in its file systems' operations";
	probe map() = "Linux has no tracepoint in its file systems' operations";
	probe pageio() = "Linux has no tracepoint in its file systems' operations";
	probe putpage() = "Linux has no tracepoint in its file systems' operations";
};

# SPDX-License-Identifier: BSD-2-Clause
# Flags and other named arguments of system calls: print() and %s show names, %d numbers. dtruss.d shows whole calls.
cd "$TMPDIR" || exit 1
$DTRACE -q -c "$WORKLOAD" -n '
syscall::openat:entry /pid == $target && args[3] == 0640/
{
	print(args[0]); printf("\n"); print(args[2]); printf("\n"); print(args[3]);
	printf("\n%s %s %s %d\n", args[0], args[2], args[3], args[2] & O_ACCMODE);
	@opened[args[2]] = count();
}
syscall::connect:return /pid == $target && errno == ENOENT/ { printf("%s %d\n", errno, errno); print(errno); printf("\n"); }
syscall::kill:entry /pid == $target/ { printf("%s %s\n", args[1], (signal_t)40); }
END
{
	printa("%s %@d\n", @opened);
	printf("%s %s %s\n", (open_flags_t)(O_WRONLY | 0x40000000), (prot_t)0, (mode_t)0100644);
	printf("%20s|%.6s|\n", (signal_t)SIGKILL, (signal_t)SIGKILL);
}' 2>&1
$DTRACE -qs "$SRCDIR/../../../examples/syscalls/dtruss.d" -c "$WORKLOAD" 2>&1 | sed -n '/rt_sigaction/,$p' | sed 's/0x[0-9a-f]*/ADDRESS/g; s/([1-9][0-9]*, SIGUSR1/(PID, SIGUSR1/
	s/getpid() = .*/getpid()/; s/\(127.*\) = .*/\1/'
# The script's clauses are those that the types of the calls make.
"$SRCDIR/../../../tools/call-clauses"
# output:
# dirfd_t AT_FDCWD
# open_flags_t O_RDWR|O_CREAT|O_SYNC|O_CLOEXEC
# mode_t 0640
# AT_FDCWD O_RDWR|O_CREAT|O_SYNC|O_CLOEXEC 0640 2
# SIGUSR1 40
# ENOENT 2
# errno_t ENOENT
# O_RDWR|O_CREAT|O_SYNC|O_CLOEXEC 1
# O_WRONLY|0x40000000 PROT_NONE S_IFREG|0644
#              SIGKILL|SIGKIL|
#
# rt_sigaction(SIGUSR1, ADDRESS, ADDRESS, 8) = 0
# openat(AT_FDCWD, "named.file", O_RDWR|O_CREAT|O_SYNC|O_CLOEXEC, 0640) = 3
# write(3, "hello\n", 6) = 6
# lseek(3, 2, SEEK_SET) = 2
# fcntl(3, F_SETFD, 0) = 0
# mmap(ADDRESS, 4096, PROT_READ|PROT_WRITE, MAP_PRIVATE|MAP_ANONYMOUS, -1, 0) = ADDRESS
# mprotect(ADDRESS, 4096, PROT_NONE) = 0
# madvise(ADDRESS, 4096, MADV_DONTNEED) = 0
# getpid()
# kill(PID, SIGUSR1) = 0
# socket(AF_INET, SOCK_DGRAM|SOCK_CLOEXEC, 0) = 4
# connect(4, 127.0.0.1:7, 16)
# socket(AF_UNIX, SOCK_STREAM|SOCK_NONBLOCK, 0) = 5
# connect(5, /nowhere/socket, 110) = -1 ENOENT
# shutdown(5, SHUT_WR) = 0
# mkdirat(AT_FDCWD, "/nowhere/directory", 0750) = -1 ENOENT
# unlinkat(AT_FDCWD, "/nowhere/directory", AT_REMOVEDIR) = -1 ENOENT
# exit_group(0) = ?
#

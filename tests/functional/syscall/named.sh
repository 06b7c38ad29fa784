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

# SPDX-License-Identifier: BSD-2-Clause
#
# Old tracers of system calls keep the arguments of each call at entry. At return they print those of the calls that they
# name as strings, and those of others as numbers.
trace() {
	printf '== %s\n' "$1"
	"$DTRACE" -x compat=classic -qn "
	self int on;
	syscall::getppid:return /pid == \$target/ { self->on = !self->on; }
	syscall:::entry /self->on/ { self->arg0 = arg0; self->arg1 = arg1; self->arg2 = arg2; self->ok = 1; }
	$1
	/self->ok/
	{
		printf(\"%s(\\\"%S\\\", %s) = %d %d\\n\", probefunc, copyinstr(self->arg0),
		    self->arg1 > 4096 ? \"address\" : lltostr(self->arg1), (int)arg0, errno);
		self->ok = 0;
	}
	syscall:::return
	/self->ok && probefunc != \"getppid\"/
	{
		printf(\"%s(%d, %s) = %d %d\\n\", probefunc, (int)self->arg0,
		    self->arg1 > 4096 ? \"address\" : lltostr(self->arg1), (int)arg0, errno);
		self->ok = 0;
	}" -c "$WORKLOAD" 2>&1 | sed '/^$/d; s/^close(78, [^)]*/close(78/' # close() has one argument
}
trace 'syscall::open*:return, syscall::stat:return, syscall::lstat:return, syscall::unlink:return, syscall::rename:return'
# Calls that the program names itself, and what lstat() and fstat() do, keep their arguments.
trace 'syscall::unlink:return, syscall::unlinkat:return /0/ { } syscall::rename*:return'
# output:
# == syscall::open*:return, syscall::stat:return, syscall::lstat:return, syscall::unlink:return, syscall::rename:return
# openat("/nosuch/open", 3) = -1 2
# newfstatat("/nosuch/stat", address) = -1 2
# newfstatat("/nosuch/lstat", address) = -1 2
# newfstatat(77, address) = -1 9
# unlinkat("/nosuch/unlink", 0) = -1 2
# renameat2("/nosuch/rename", address) = -1 2
# close(78) = -1 9
# == syscall::unlink:return, syscall::unlinkat:return /0/ { } syscall::rename*:return
# openat(-100, address) = -1 2
# newfstatat(-100, address) = -1 2
# newfstatat(-100, address) = -1 2
# newfstatat(77, address) = -1 9
# unlinkat(-100, address) = -1 2
# renameat2("/nosuch/rename", address) = -1 2
# close(78) = -1 9

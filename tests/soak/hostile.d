/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Additional probes of the soak with --hostile: the programs of tests/functional/hostile, whose
 * owner controls everything that dtrace reads to name their functions. Each 64th call, because most
 * call without end.
 */
syscall::getppid:entry
/pid != $target/
{
	self->others++;
}
syscall::getppid:entry
/pid != $target && self->others % 64 == 1/
{
	printf("H %S %A %A", execname, ufunc(uregs[R_RIP]), usym(arg0));
	ustack(8);
	@n["hostile"] = count();
}

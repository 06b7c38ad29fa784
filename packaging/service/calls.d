/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * System calls and failed ones of each control group.
 */
#pragma D metric @syscalls help="System calls." labels=cgroup
#pragma D metric @syscall_errors help="System calls that failed." labels=cgroup

syscall:::entry
{
	@syscalls[cgroup] = count();
}

syscall:::return
/errno/
{
	@syscall_errors[cgroup] = count();
}

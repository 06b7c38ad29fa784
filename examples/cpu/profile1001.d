#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * profile1001.d - samples of one program at 1001 Hz: user and kernel, with the deepest stack, and the module of the kernel.
 *
 * usage: profile1001.d -c COMMAND
 *
 *	MODE      SAMPLES  DEEPEST
 *	kernel          1        2
 *	user           10        3
 *	vmlinux         1
 */
#pragma D option quiet

profile:::profile-1001hz
/pid == $target/
{
	@mode[arg0 ? "kernel" : "user"] = count();
	@depth[arg0 ? "kernel" : "user"] = max(arg0 ? stackdepth : ustackdepth);
}

profile:::profile-1001hz
/pid == $target && arg0/
{
	@place[mod(arg0)] = count();
}

END
{
	printf("%-8s %8s %8s\n", "MODE", "SAMPLES", "DEEPEST");
	printa("%-8s %@8d %@8d\n", @mode, @depth);
	printa("%-8a %@8d\n", @place);
}

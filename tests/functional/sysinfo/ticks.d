/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q -c $WORKLOAD */
/* The clock finds a busy process in user mode and in the kernel. */
sysinfo:::cpu_ticks_user /pid == $target/ { user += args[0]; }
sysinfo:::cpu_ticks_kernel /pid == $target/ { kernel += args[0]; }

syscall::read:return
/pid == $target && user >= 3 && kernel >= 3/
{
	printf("both\n");
	exit(0);
}
/* output:
both

*/

#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * parents.d - families: which program starts which.
 *
 * usage: parents.d [-c COMMAND | -p PID]
 *
 *	one two
 *	            bash started chmod            1 times
 *	            bash started ls               1 times
 *	            bash started mkfifo           1 times
 *	              cc started cc1              1 times
 *	          gcc-ar started ar               1 times
 *	          mother started echo             1 times
 *	              sh started cc               1 times
 *	              sh started gcc-ar           1 times
 *	              sh started rm               1 times
 */
#pragma D option quiet
#pragma D option confine

sdt:sched::sched_process_exec
{
	@[stringof(curthread->real_parent->comm), execname] = count();
}

END
{
	printa("%16s started %-16s %@d times\n", @);
}

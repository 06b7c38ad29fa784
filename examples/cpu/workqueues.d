#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * workqueues.d - counts the functions that kernel workers run, and sums their time.
 *
 * usage: workqueues.d [SECONDS]		until ^C
 *
 *	vmlinux`psi_avgs_work                                 1         3596
 *	vmlinux`flush_memcg_stats_dwork                       1        35203
 *	vmlinux`wb_update_bandwidth_workfn                    4        45409
 */
#pragma D option quiet
#pragma D option defaultargs

sdt:workqueue::workqueue_execute_start
{
	self->since = timestamp;
	self->what = (uintptr_t)args[0]->func;
}

sdt:workqueue::workqueue_execute_end
/self->since/
{
	@n[func(self->what)] = count();
	@ns[func(self->what)] = sum(timestamp - self->since);
	self->since = 0;
	self->what = 0;
}

tick-1s
/++seconds == $1/
{
	exit(0);
}

END
{
	printa("%-48a %@6d %@12d\n", @n, @ns);
}

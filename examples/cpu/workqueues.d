#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * workqueues.d - deferred work in the kernel: which functions the workers run, and how long.
 *
 * usage: workqueues.d [SECONDS]		until ^C
 *
 *	vmlinux`psi_avgs_work                                 1         3596
 *	vmlinux`vmstat_shepherd                               1         3635
 *	vmlinux`neigh_managed_work                            1         3645
 *	vmlinux`flush_memcg_stats_dwork                       1        35203
 *	vmlinux`update_balloon_stats_func                     1        39168
 *	vmlinux`bpf_prog_free_deferred                        1        63024
 *	vmlinux`free_mem_alloc_deferred                       1    151410547
 *	vmlinux`vmstat_update                                 2         7971
 *	vmlinux`bpf_map_free_deferred                         3       525289
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

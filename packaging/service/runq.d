/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Time that runnable threads of each control group wait for a CPU.
 */
#pragma D metric @runq_wait help="Time between ready and running." unit=ns labels=cgroup range=1000..10000000000 sum

sched:::enqueue
{
	ready[args[0]->pr_lwpid] = timestamp;
}

sched:::on-cpu
/ready[tid]/
{
	@runq_wait[cgroup] = quantize(timestamp - ready[tid]);
	ready[tid] = 0;
}

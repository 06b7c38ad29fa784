/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q -c $WORKLOADS/queues */
/*
 * A thread gets its CPU before it loses it, and the variables describe that thread, whether the kernel
 * reports it before or after the switch. The workload opens pipes when it runs under its own name.
 */
syscall::pipe*:entry
/pid == $target/
{
	begun = 1;
}

sched:::on-cpu
/pid == $target/
{
	wrong += self->on != 0;
	strange += begun && (curthread->pid != tid || curthread->tgid != pid || execname != "queues" || curpsinfo->pr_pid != pid ||
	    curlwpsinfo->pr_lwpid != tid);
	self->on = timestamp;
	got++;
}

sched:::on-cpu
/pid == $target && self->off/
{
	early += timestamp < self->off || self->who != tid;
	back++;
	self->off = 0;
}

sched:::off-cpu
/pid == $target/
{
	wrong += self->first && !self->on;
	self->first = 1;
	self->on = 0;
	self->off = timestamp;
	self->who = tid;
}

END
{
	printf("%d wrong, %d strange, %d early; %s %s\n", wrong, strange, early, got >= 1000 ? "got" : "-",
	    back >= 1000 ? "came back" : "-");
}
/* output:
0 wrong, 0 strange, 0 early; got came back

*/

/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -Ze */
/*
 * Waiting times between being put on a queue and running (idiom: an array by the addresses of a
 * thread, translated arguments).
 */
#pragma D option quiet

sched:::enqueue
{
	queued[args[0]->pr_lwpid, args[1]->pr_pid] = timestamp;
}

sched:::dequeue
/queued[args[0]->pr_lwpid, args[1]->pr_pid]/
{
	@[stringof(args[1]->pr_fname), cpu] =
	    quantize(timestamp - queued[args[0]->pr_lwpid, args[1]->pr_pid]);
	queued[args[0]->pr_lwpid, args[1]->pr_pid] = 0;
}

sched:::on-cpu
{
	self->on = timestamp;
}

sched:::off-cpu
/self->on/
{
	@on[execname] = sum(timestamp - self->on);
	self->on = 0;
}
/* output:
*/

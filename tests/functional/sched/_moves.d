/* SPDX-License-Identifier: BSD-2-Clause */
/* A thread that waits and is moved leaves the queue of one CPU, then enters that of the other. */
syscall::pipe*:entry
/pid == $target/
{
	begun = 1;
}

sched:::dequeue
/args[1]->pr_pid == $target && in_queue[args[0]->pr_lwpid]/
{
	wrong += queue[args[0]->pr_lwpid] != args[2]->cpu_id;
	in_queue[args[0]->pr_lwpid] = 0;
	left++;
}

sched:::enqueue
/begun && args[1]->pr_pid == $target/
{
	twice += in_queue[args[0]->pr_lwpid];
	in_queue[args[0]->pr_lwpid] = 1;
	queue[args[0]->pr_lwpid] = args[2]->cpu_id;
	entered++;
}

sdt:sched::sched_migrate_task
/args[0]->tgid == $target && args[0]->on_rq == 2/
{
	moved++;
}

END
{
	printf("%d left another queue, %s; %s\n", wrong, twice * 100 <= entered ? "none entered twice" : lltostr(twice),
	    moved >= 100 && left >= moved ? "moved" : lltostr(moved));
}

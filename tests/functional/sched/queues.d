/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q -x dynvarsize=16m -c $WORKLOAD */
/*
 * The events of a thread come in one order: it runs, loses the CPU and sleeps or waits in the queue of
 * a CPU, leaves it, runs. 1: runs, 2: sleeps, 3: is in a queue, 0: unknown at first. The workload opens
 * pipes when it has chosen its CPU. A thread that is preempted before it sleeps, and woken before it
 * runs again, enters a queue twice: that is rare.
 */
syscall::pipe*:entry
/pid == $target/
{
	begun = 1;
}

sched:::enqueue
/begun && args[1]->pr_pid == $target/
{
	wrong += state[args[0]->pr_lwpid] == 3;
	state[args[0]->pr_lwpid] = 3;
	queue[args[0]->pr_lwpid] = args[2]->cpu_id;
	enqueued++;
}

sched:::dequeue
/args[1]->pr_pid == $target && state[args[0]->pr_lwpid]/
{
	wrong += state[args[0]->pr_lwpid] != 3 || queue[args[0]->pr_lwpid] != args[2]->cpu_id;
	state[args[0]->pr_lwpid] = 1;
	dequeued++;
}

sched:::preempt
/pid == $target && state[tid]/
{
	wrong += state[tid] != 1;
	preempted++;
}

sched:::sleep
/pid == $target && state[tid]/
{
	wrong += state[tid] != 1 || curlwpsinfo->pr_state != SSLEEP;
	state[tid] = 2;
	slept++;
}

sched:::off-cpu
/pid == $target/
{
	wrong += args[0]->pr_lwpid == tid;
	left++;
}

sched:::wakeup
/pid == $target && args[1]->pr_pid == $target/
{
	wrong += args[0]->pr_lwpid == tid;
	woken++;
}

END
{
	printf("%s; %s %s %s %s %s %s\n", wrong * 100 <= slept ? "in order" : lltostr(wrong), slept >= 1000 ? "slept" : "-",
	    preempted > 0 ? "preempted" : "-", woken >= 1000 ? "woken" : "-",
	    enqueued >= slept ? "enqueued" : "-", dequeued >= slept ? "dequeued" : "-",
	    left >= slept + preempted ? "left" : "-");
}
/* output:
in order; slept preempted woken enqueued dequeued left

*/

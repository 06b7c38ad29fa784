/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The sched provider: threads that wait for a CPU, get it and lose it.
 *
 * A thread is in a queue while it is runnable but not running: from its wakeup, or from losing its CPU while
 * runnable, until it gets a CPU. (Linux's queues also contain the running threads.) sched_info.last_queued is
 * 0 if a thread is woken before it has gone to sleep: it never left. A thread that moves to another CPU's
 * queue leaves the first one: dequeue, then enqueue.
 *
 * Linux has no processor sets, so cpu_pset is 0. cpu_chip is 0, because its location differs between kernels.
 * The NUMA node of a CPU is known on that CPU only.
 *
 * Decision: docs/dev/decisions/0049-bare-tracepoints.md
 */
typedef struct cpuinfo {
	processorid_t cpu_id; /* The number of the CPU. */
	psetid_t cpu_pset; /* Always 0: Linux has no processor sets. */
	chipid_t cpu_chip; /* Always 0: its location differs between kernels. */
	lgrp_id_t cpu_lgrp; /* The NUMA node of the CPU, if the probe fires there, else 0. */
} cpuinfo_t;

translator cpuinfo_t < processorid_t C > {
	cpu_id = C;
	cpu_pset = 0;
	cpu_chip = 0;
	cpu_lgrp = C == cpu ? lgrp : 0;
};

inline cpuinfo_t *curcpu = xlate<cpuinfo_t *>(cpu);

/*
 * The priority that sched_setscheduler() requests, in the form of lwpsinfo_t.pr_pri. Policy -1 keeps the
 * current policy; 0x40000000 is SCHED_RESET_ON_FORK; 1, 2 and 6 are SCHED_FIFO, SCHED_RR and SCHED_DEADLINE.
 */
inline int __new_policy[struct task_struct *T, uint32_t policy] =
    (int)policy == -1 ? T->policy : policy & ~0x40000000;
inline int __new_pri[int policy, struct sched_attr *A] = policy == 6 ? -1 :
    policy == 1 || policy == 2 ? 99 - A->sched_priority : 120 + A->sched_nice;

/*
 * Threads that run, wait and are woken.
 *
 *	sched:::wakeup { @[execname, args[1]->pr_fname] = count(); }
 */
provider sched {
	/* Places that scripts of other systems name. */
	alias unix:resume:on-cpu, unix:resume:off-cpu, unix:resume:remain-cpu, unix:swtch*:on-cpu,
	    unix:swtch*:off-cpu, unix:swtch*:remain-cpu, unix:preempt:preempt, genunix:cv_block:sleep,
	    genunix:turnstile_block:sleep, genunix:sema_p*:sleep, genunix:setrun*:wakeup,
	    genunix:sleepq_wake*:wakeup, genunix:turnstile_wakeup:wakeup,
	    unix:cpu_surrender:surrender, unix:disp*:dequeue, unix:setfrontdq:enqueue,
	    unix:setbackdq:enqueue, unix:setkpdq:enqueue, genunix:clock*:tick,
	    genunix:thread_change_*:change-pri;

	/* The current thread is about to wake another; the other thread. */
	probe wakeup(struct task_struct *T) : (lwpsinfo_t *T, psinfo_t *T) =
	    sdt:sched::sched_waking { args[0] };

	/* The current thread is preempted, or has yielded its CPU. */
	probe preempt() =
	    sdt:sched::sched_switch /args[1]->pid != 0 && (args[0] || args[3] == 0)/;

	/* The current thread is about to sleep. */
	probe sleep() = sdt:sched::sched_switch /!args[0] && (args[3] & 3) != 0/;

	/* A thread's CPU is asked to reschedule; the thread. */
	probe surrender(struct task_struct *T) : (lwpsinfo_t *T, psinfo_t *T) =
	    sdt:vmlinux::sched_set_need_resched_tp { args[0] }
	    else "Linux exposes it since 6.17 (tracepoint sched_set_need_resched_tp)";

	/* A thread leaves a CPU's queue, to that CPU or to another queue; the thread, the CPU. */
	probe dequeue(struct task_struct *T, processorid_t C) :
	    (lwpsinfo_t *T, psinfo_t *T, cpuinfo_t *C) =
	    sdt:sched::sched_switch /args[2]->pid != 0/ { args[2], cpu },
	    sdt:sched::sched_migrate_task
	    /__is_queued[args[0]]/ { args[0], args[0]->thread_info.cpu };

	/* A runnable thread enters a CPU's queue; the thread, the CPU, 0 (at the back). */
	probe enqueue(struct task_struct *T, processorid_t C, int is_front) :
	    (lwpsinfo_t *T, psinfo_t *T, cpuinfo_t *C, int is_front) =
	    sdt:sched::sched_wakeup
	    /args[0]->sched_info.last_queued != 0/ { args[0], args[0]->thread_info.cpu, 0 },
	    sdt:sched::sched_wakeup_new { args[0], args[0]->thread_info.cpu, 0 },
	    sdt:sched::sched_switch
	    /args[1]->pid != 0 && (args[0] || args[3] == 0)/ { args[1], cpu, 0 },
	    sdt:sched::sched_migrate_task /__is_queued[args[0]]/ { args[0], args[1], 0 };

	/* The current thread leaves its CPU; the next thread. */
	probe off__cpu(struct task_struct *T) : (lwpsinfo_t *T, psinfo_t *T) =
	    sdt:sched::sched_switch { args[2] };

	/*
	 * The current thread has got a CPU.
	 *
	 * Before Linux 6.15: it gets one now, and is as good as current.
	 */
	probe on__cpu() =
	    sdt:vmlinux::sched_exit_tp /args[0]/
	    else sdt:sched::sched_switch { curthread = args[2] };

	/* The scheduler lets the current thread keep its CPU. */
	probe remain__cpu() =
	    sdt:vmlinux::sched_exit_tp /!args[0]/
	    else "Linux exposes it since 6.15 (tracepoint sched_exit_tp)";

	/* The clock ticks on the current thread's CPU; the current thread. */
	probe tick(struct task_struct *T) : (lwpsinfo_t *T, psinfo_t *T) =
	    fbt::sched_tick:entry /curthread->pid != 0/ { curthread }
	    else fbt::scheduler_tick:entry /curthread->pid != 0/ { curthread };

	/* A thread's priority is about to change; the thread before the change, the priority. */
	probe change__pri(struct task_struct *T, int pri) : (lwpsinfo_t *T, psinfo_t *T, int pri) =
	    fbt::set_user_nice:entry { args[0], args[1] + 120 },
	    fbt::__sched_setscheduler:entry
		{ args[0], __new_pri[__new_policy[args[0], args[1]->sched_policy], args[1]] },
	    sdt:sched::sched_pi_setprio
		{ args[0], args[1] != NULL && args[1]->prio < args[0]->normal_prio ? args[1]->prio :
		    args[0]->normal_prio };

	probe cpucaps__sleep() = "Linux limits CPU time by control groups";
	probe cpucaps__wakeup() = "Linux limits CPU time by control groups";
	probe schedctl__nopreempt() = "no Linux thread can ask not to be preempted";
	probe schedctl__preempt() = "no Linux thread can ask not to be preempted";
	probe schedctl__yield() = "no Linux thread can ask not to be preempted";
};

/* 1 if a thread that moves to another CPU is in a queue, i.e. not asleep. 2 is TASK_ON_RQ_MIGRATING. */
inline int __is_queued[struct task_struct *T] = T->on_rq == 2 && T->__state == 0;

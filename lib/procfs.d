/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Processes and threads, for the proc provider and its users.
 *
 * The source is Linux's struct task_struct, which describes a thread. psinfo_t describes the thread's
 * process, lwpsinfo_t the thread itself. User and group ids are those of the initial namespace; process and
 * thread ids are those of dtrace's PID namespace. Members that Linux does not have are 0 (pr_flag, pr_pctcpu
 * …). Some members are not defined: times (pr_start, pr_time, pr_ctime) are structs, which no expression
 * creates; the system call of a thread (pr_syscall) is only known where the provider syscall fires; the
 * resident memory (pr_rssize) is the sum of per-CPU counters. pr_psargs has at most 79 characters of the
 * command and its arguments; execargs has strsize - 1, for the current process. The memory of another process
 * cannot be read, so its name appears instead.
 */
inline int PR_MODEL_UNKNOWN = 0;
inline int PR_MODEL_ILP32 = 1;
inline int PR_MODEL_LP64 = 2;

inline int SSLEEP = 1; /* Waits for an event. */
inline int SRUN = 2; /* Waits for a CPU. */
inline int SZOMB = 3; /* Has ended. */
inline int SSTOP = 4; /* Is stopped by a signal or a debugger. */
inline int SIDL = 5; /* Does not occur on Linux. */
inline int SONPROC = 6; /* Has a CPU; in off-cpu, the thread is runnable: it was preempted. */
inline int SWAIT = 7; /* Does not occur on Linux. */

/* The object on which a thread sleeps (pr_stype): always SOBJ_NONE, because Linux does not report it. */
inline int SOBJ_NONE = 0;
inline int SOBJ_MUTEX = 1;
inline int SOBJ_RWLOCK = 2;
inline int SOBJ_CV = 3;
inline int SOBJ_SEMA = 4;
inline int SOBJ_USER = 5;
inline int SOBJ_USER_PI = 6;
inline int SOBJ_SHUTTLE = 7;

typedef struct timestruc {
	time_t tv_sec; /* Seconds. */
	long tv_nsec; /* Nanoseconds beyond them. */
} timestruc_t;

typedef struct lwpsinfo {
	int pr_flag; /* Always 0: Linux has no such flags. */
	id_t pr_lwpid; /* The number of the thread. */
	uintptr_t pr_addr; /* The kernel's struct task_struct of the thread. */
	uintptr_t pr_wchan; /* Always 0: Linux does not report the object on which a thread sleeps. */
	char pr_stype; /* Always SOBJ_NONE, for the same reason. */
	char pr_state; /* SRUN, SONPROC, SSLEEP, SSTOP or SZOMB. */
	char pr_sname; /* The same as a letter: R, O, S, T or Z. */
	char pr_nice; /* The nice value, -20 to 19. */
	short pr_syscall; /* Not available: use the provider syscall. */
	char pr_oldpri; /* Always 0. */
	char pr_cpu; /* Always 0. */
	int pr_pri; /* The kernel's priority: 120 + nice, below 100 for real time; smaller is more urgent. */
	ushort_t pr_pctcpu; /* Always 0: Linux keeps no such share. */
	timestruc_t pr_start; /* Not available; curthread->start_time is in nanoseconds since the boot. */
	timestruc_t pr_time; /* Not available; curthread->se.sum_exec_runtime is in nanoseconds. */
	char pr_clname[8]; /* The scheduling class: TS, FIFO, RR, BATCH, IDLE, DL or EXT. */
	char pr_name[16]; /* The name of the thread. */
	processorid_t pr_onpro; /* The CPU on which it runs, or ran last. */
	processorid_t pr_bindpro; /* Always -1; curthread->cpus_mask has the permitted CPUs. */
	psetid_t pr_bindpset; /* Always -1: Linux has no processor sets. */
	lgrp_id_t pr_lgrp; /* Always 0. */
} lwpsinfo_t;

typedef struct psinfo {
	int pr_flag; /* Always 0: Linux has no such flags. */
	int pr_nlwp; /* How many threads the process has. */
	pid_t pr_pid; /* The number of the process. */
	pid_t pr_ppid; /* The number of its parent. */
	pid_t pr_pgid; /* The number of its process group. */
	pid_t pr_sid; /* The number of its session. */
	uid_t pr_uid; /* The real user. */
	uid_t pr_euid; /* The effective user. */
	gid_t pr_gid; /* The real group. */
	gid_t pr_egid; /* The effective group. */
	uintptr_t pr_addr; /* The kernel's struct task_struct of the thread that was asked for. */
	size_t pr_size; /* The size of its address space, in KB. */
	size_t pr_rssize; /* Not available: it is a sum of per-CPU counters; see /proc/PID/status. */
	dev_t pr_ttydev; /* The number of its terminal, -1 if it has none. */
	ushort_t pr_pctcpu; /* Always 0: Linux keeps no such share. */
	ushort_t pr_pctmem; /* Always 0: Linux keeps no such share. */
	timestruc_t pr_start; /* Not available; curthread->start_time is in nanoseconds since the boot. */
	timestruc_t pr_time; /* Not available; curthread->signal has the time of threads that have ended. */
	timestruc_t pr_ctime; /* Not available; curthread->signal->cutime is in nanoseconds. */
	char pr_fname[16]; /* The name of the thread that was asked for, at most 15 characters. */
	char pr_psargs[80]; /* The command with its arguments, 79 characters; for another process, its name. */
	int pr_wstat; /* Always 0. */
	int pr_argc; /* The number of its arguments; 0 for another process. */
	uintptr_t pr_argv; /* Where its argv[] stands in its memory. */
	uintptr_t pr_envp; /* The address of envp[] in its memory; 0 for another process. */
	char pr_dmodel; /* PR_MODEL_LP64, or PR_MODEL_ILP32 for a 32-bit program. */
	taskid_t pr_taskid; /* Always 0: Linux has no tasks of that kind. */
	projid_t pr_projid; /* Always 0: Linux has no projects. */
	int pr_nzomb; /* Always 0. */
	poolid_t pr_poolid; /* Always 0: Linux has no pools. */
	zoneid_t pr_zoneid; /* Always 0: Linux has no zones. */
	id_t pr_contract; /* Always 0: Linux has no contracts. */
	lwpsinfo_t pr_lwp; /* The thread that was asked for. */
} psinfo_t;

/* Numbers in dtrace's PID namespace. In the initial one, they are members of the task. */
inline pid_t __task_tid[struct task_struct *T] = __host_pidns ? pid_number(T->thread_pid) : T->pid;
inline pid_t __task_pid[struct task_struct *T] =
    __host_pidns ? pid_number(T->signal->pids[PIDTYPE_TGID]) : T->tgid;
inline pid_t __group_number[struct pid *P] = __host_pidns ? pid_number(P) : P->numbers[0].nr;

/* task_struct.__state: 0 runnable, 1 and 2 asleep, 4 and 8 stopped; exit_state: not 0 at the end */
translator lwpsinfo_t < struct task_struct *T > {
	pr_flag = 0;
	pr_lwpid = __task_tid[T];
	pr_addr = (uintptr_t)T;
	pr_wchan = 0;
	pr_stype = SOBJ_NONE;
	pr_state = T->exit_state ? SZOMB :
	    T->__state & 0xc ? SSTOP :
	    T->__state & 0x3 ? SSLEEP :
	    T->on_cpu ? SONPROC : SRUN;
	pr_sname = T->exit_state ? 'Z' :
	    T->__state & 0xc ? 'T' :
	    T->__state & 0x3 ? 'S' :
	    T->on_cpu ? 'O' : 'R';
	pr_nice = T->static_prio - 120;
	pr_oldpri = 0;
	pr_cpu = 0;
	pr_pri = T->prio;
	pr_pctcpu = 0;
	pr_clname = T->policy == 0 ? "TS" :
	    T->policy == 1 ? "FIFO" :
	    T->policy == 2 ? "RR" :
	    T->policy == 3 ? "BATCH" :
	    T->policy == 5 ? "IDLE" :
	    T->policy == 6 ? "DL" : "EXT";
	pr_name = T->comm;
	pr_onpro = T->thread_info.cpu;
	pr_bindpro = -1;
	pr_bindpset = -1;
	pr_lgrp = 0;
};

/*
 * Only the current process's memory can be read. During an exec, the kernel copies the arguments before it
 * sets their end (arg_end); start_stack is their beginning until the stack is complete. The environment
 * behind the arguments is private and not shown.
 */
inline int __task_has_arguments[struct task_struct *T] = T->mm != NULL &&
    T->mm == curthread->mm && T->mm->arg_end > T->mm->arg_start;
inline int __task_has_stack[struct task_struct *T] = __task_has_arguments[T] &&
    T->mm->start_stack != T->mm->arg_start;

translator psinfo_t < struct task_struct *T > {
	pr_flag = 0;
	pr_nlwp = T->signal->nr_threads;
	pr_pid = __task_pid[T];
	pr_ppid = __task_pid[T->real_parent];
	pr_pgid = __group_number[T->signal->pids[PIDTYPE_PGID]];
	pr_sid = __group_number[T->signal->pids[PIDTYPE_SID]];
	pr_uid = T->cred->uid.val;
	pr_euid = T->cred->euid.val;
	pr_gid = T->cred->gid.val;
	pr_egid = T->cred->egid.val;
	pr_addr = (uintptr_t)T;
	pr_size = T->mm == NULL ? 0 : T->mm->total_vm * 4;
	pr_ttydev = T->signal->tty == NULL ? (dev_t)-1 :
	    (dev_t)T->signal->tty->driver->major << 20 |
	    (T->signal->tty->driver->minor_start + T->signal->tty->index);
	pr_pctcpu = 0;
	pr_pctmem = 0;
	pr_fname = T->comm;
	pr_psargs = !__task_has_arguments[T] ? stringof(T->comm) :
	    copyinwords(T->mm->arg_start, T->mm->arg_end - T->mm->arg_start, 80);
	pr_wstat = 0;
	/*
	 * A program's stack begins with argc, argv[] and envp[]; each array ends with NULL. The stack of a
	 * 32-bit program is below 4 GB.
	 */
	pr_argc = !__task_has_stack[T] ? 0 : *(userland int *)T->mm->start_stack;
	pr_argv = T->mm == NULL ? 0 : T->mm->start_stack + (T->mm->start_stack >> 32 ? 8 : 4);
	pr_envp = !__task_has_stack[T] ? 0 : T->mm->start_stack +
	    (*(userland int *)T->mm->start_stack + 2) * (T->mm->start_stack >> 32 ? 8 : 4);
	pr_dmodel = T->mm == NULL || T->mm->start_stack >> 32 ? PR_MODEL_LP64 : PR_MODEL_ILP32;
	pr_taskid = 0;
	pr_projid = 0;
	pr_nzomb = 0;
	pr_poolid = 0;
	pr_zoneid = 0;
	pr_contract = 0;
	pr_lwp = xlate<lwpsinfo_t>(T);
};

/* The command of the current process with its arguments, up to strsize. */
inline string execargs = !__task_has_arguments[curthread] ? stringof(curthread->comm) :
    copyinwords(curthread->mm->arg_start, curthread->mm->arg_end - curthread->mm->arg_start);

inline psinfo_t *curpsinfo = xlate<psinfo_t *>(curthread);
inline lwpsinfo_t *curlwpsinfo = xlate<lwpsinfo_t *>(curthread);

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Processes and threads as the proc provider and its users know them.
 *
 * The source is Linux's struct task_struct, which describes a thread: psinfo_t shows the process
 * that it belongs to, lwpsinfo_t the thread itself. Identities are those of the initial namespaces,
 * but numbers of processes and threads those of the PID namespace that dtrace runs in.
 * Members that Linux keeps nowhere in this form are 0 (pr_flag, pr_pctcpu and the like);
 * of those that it does not tell in this form there is no conversion: times (pr_start, pr_time,
 * pr_ctime) are structs, which no expression makes, the system call that a thread is in
 * (pr_syscall) is known where the provider syscall fires, and the memory that a process has
 * (pr_rssize) is the sum of counters that each CPU has of its own. pr_psargs is the command's
 * arguments, as far as 79 characters hold them, and execargs all of them, for the current process;
 * what another process has in its own memory cannot be read, its name stands instead.
 */
inline int PR_MODEL_UNKNOWN = 0;
inline int PR_MODEL_ILP32 = 1;
inline int PR_MODEL_LP64 = 2;

inline int SSLEEP = 1;
inline int SRUN = 2;
inline int SZOMB = 3;
inline int SSTOP = 4;
inline int SIDL = 5;
inline int SONPROC = 6;
inline int SWAIT = 7;

/* The object of a thread's sleep (pr_stype): always SOBJ_NONE, since Linux does not report it. */
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
	uintptr_t pr_wchan; /* Always 0: Linux does not tell what a thread sleeps for. */
	char pr_stype; /* Always SOBJ_NONE, for the same reason. */
	char pr_state; /* SRUN, SONPROC, SSLEEP, SSTOP or SZOMB. */
	char pr_sname; /* The same as a letter: R, O, S, T or Z. */
	char pr_nice; /* The nice value, -20 to 19. */
	short pr_syscall; /* Not to be had: the provider syscall tells which call a thread is in. */
	char pr_oldpri; /* Always 0. */
	char pr_cpu; /* Always 0. */
	int pr_pri; /* The kernel's priority: 120 + nice, below 100 of real time; less comes first. */
	ushort_t pr_pctcpu; /* Always 0: Linux keeps no such share. */
	timestruc_t pr_start; /* Not to be had; curthread->start_time is in nanoseconds since the boot. */
	timestruc_t pr_time; /* Not to be had; curthread->se.sum_exec_runtime is in nanoseconds. */
	char pr_clname[8]; /* How it is scheduled: TS, FIFO, RR, BATCH, IDLE, DL or EXT. */
	char pr_name[16]; /* The name of the thread. */
	processorid_t pr_onpro; /* The CPU on which it runs, or ran last. */
	processorid_t pr_bindpro; /* Always -1: the CPUs that it may use are in curthread->cpus_mask. */
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
	size_t pr_rssize; /* Not to be had: each CPU counts a part of it; /proc/PID/status has the sum. */
	dev_t pr_ttydev; /* The number of its terminal, -1 if it has none. */
	ushort_t pr_pctcpu; /* Always 0: Linux keeps no such share. */
	ushort_t pr_pctmem; /* Always 0: Linux keeps no such share. */
	timestruc_t pr_start; /* Not to be had; curthread->start_time is in nanoseconds since the boot. */
	timestruc_t pr_time; /* Not to be had; curthread->signal has the time of threads that have ended. */
	timestruc_t pr_ctime; /* Not to be had; curthread->signal->cutime is in nanoseconds. */
	char pr_fname[16]; /* The name of the thread that was asked for, at most 15 characters. */
	char pr_psargs[80]; /* The command with its arguments, 79 characters; of another process the name. */
	int pr_wstat; /* Always 0. */
	int pr_argc; /* How many arguments it was started with; 0 of another process. */
	uintptr_t pr_argv; /* Where its argv[] stands in its memory. */
	uintptr_t pr_envp; /* Where its envp[] stands in its memory; 0 of another process. */
	char pr_dmodel; /* PR_MODEL_LP64, or PR_MODEL_ILP32 of a 32-bit program. */
	taskid_t pr_taskid; /* Always 0: Linux has no tasks of that kind. */
	projid_t pr_projid; /* Always 0: Linux has no projects. */
	int pr_nzomb; /* Always 0. */
	poolid_t pr_poolid; /* Always 0: Linux has no pools. */
	zoneid_t pr_zoneid; /* Always 0: Linux has no zones. */
	id_t pr_contract; /* Always 0: Linux has no contracts. */
	lwpsinfo_t pr_lwp; /* The thread that was asked for. */
} psinfo_t;

/* Numbers of dtrace's own PID namespace, which in the initial one lie at hand. */
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
 * Only the current process's memory can be read. While it execs, its arguments are copied before
 * the kernel sets where they end (arg_end), and start_stack is where they begin until the stack
 * is whole. Behind the arguments lies the environment, which is nobody's business.
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
	 * A program's stack begins with argc, argv[] and envp[], each of these ended by a NULL; that
	 * of a 32-bit program lies below 4 GB.
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

inline string execargs = !__task_has_arguments[curthread] ? stringof(curthread->comm) :
    copyinwords(curthread->mm->arg_start, curthread->mm->arg_end - curthread->mm->arg_start);

inline psinfo_t *curpsinfo = xlate<psinfo_t *>(curthread);
inline lwpsinfo_t *curlwpsinfo = xlate<lwpsinfo_t *>(curthread);

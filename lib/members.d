/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Members of threads, processes, credentials and CPUs of other systems, in terms of Linux's structs.
 * __STRUCT_NAME stands for a member NAME of struct STRUCT that the kernel lacks.
 */
typedef struct task_struct kthread_t;
typedef struct task_struct proc_t;
typedef struct cred cred_t;

/* kthread_t */
inline struct task_struct *__task_struct_t_procp[struct task_struct *T] = T->group_leader;
inline int __task_struct_t_tid[struct task_struct *T] = __task_tid[T];
inline int __task_struct_t_did[struct task_struct *T] = __task_tid[T];
inline int __task_struct_t_pri[struct task_struct *T] = T->prio;
inline int __task_struct_t_cpri[struct task_struct *T] = T->prio;
inline string __task_struct_t_name[struct task_struct *T] = stringof(T->comm);
inline struct cred *__task_struct_t_cred[struct task_struct *T] = (struct cred *)T->cred;
inline struct rq *__task_struct_t_cpu[struct task_struct *T] = T->se.cfs_rq->rq;
/* TS_SLEEP, TS_RUN, TS_ONPROC, TS_ZOMB, TS_STOPPED */
inline int __task_struct_t_state[struct task_struct *T] = T->exit_state ? 8 : T->__state & 0xc ? 16 :
    T->__state & 0x3 ? 1 : T->on_cpu ? 4 : 2;

/* proc_t: its first thread stands for a process */
struct __user {
	char u_comm[16];
	char u_psargs[80];
};
translator struct __user < struct task_struct *T > {
	u_comm = T->comm;
	u_psargs = xlate<psinfo_t>(T).pr_psargs;
};
inline struct __user __task_struct_p_user[struct task_struct *T] = xlate<struct __user>(T);
inline struct pid *__task_struct_p_pidp[struct task_struct *T] = T->signal->pids[PIDTYPE_TGID];
inline int __pid_pid_id[struct pid *P] = __group_number[P];
inline int __task_struct_p_pid[struct task_struct *T] = __task_pid[T];
inline int __task_struct_p_ppid[struct task_struct *T] = __task_pid[T->real_parent];
inline struct task_struct *__task_struct_p_parent[struct task_struct *T] = T->real_parent->group_leader;
inline struct cred *__task_struct_p_cred[struct task_struct *T] = (struct cred *)T->cred;
inline int __task_struct_p_lwpcnt[struct task_struct *T] = T->signal->nr_threads;

/* cred_t */
inline uid_t __cred_cr_uid[struct cred *C] = C->euid.val;
inline gid_t __cred_cr_gid[struct cred *C] = C->egid.val;
inline uid_t __cred_cr_ruid[struct cred *C] = C->uid.val;
inline gid_t __cred_cr_rgid[struct cred *C] = C->gid.val;

/* cpu_t and its dispatcher, whose threads wait and do not run */
inline int __rq_cpu_id[struct rq *R] = R->cpu;
inline struct task_struct *__rq_cpu_thread[struct rq *R] = (struct task_struct *)R->curr;
inline struct task_struct *__rq_cpu_idle_thread[struct rq *R] = R->idle;
inline struct rq *__rq_cpu_disp[struct rq *R] = R;
inline int __rq_disp_nrunnable[struct rq *R] = R->nr_running - (__rq_cpu_thread[R]->pid ? 1 : 0);

/* struct thread and struct proc of FreeBSD */
inline struct task_struct *__task_struct_td_proc[struct task_struct *T] = T->group_leader;
inline int __task_struct_td_tid[struct task_struct *T] = __task_tid[T];
inline string __task_struct_td_name[struct task_struct *T] = stringof(T->comm);
inline struct cred *__task_struct_td_ucred[struct task_struct *T] = (struct cred *)T->cred;
inline int __task_struct_td_priority[struct task_struct *T] = T->prio;
inline string __task_struct_p_comm[struct task_struct *T] = stringof(T->group_leader->comm);
inline struct cred *__task_struct_p_ucred[struct task_struct *T] = (struct cred *)T->cred;
inline struct task_struct *__task_struct_p_pptr[struct task_struct *T] = T->real_parent->group_leader;
inline int __task_struct_p_numthreads[struct task_struct *T] = T->signal->nr_threads;

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The proc provider: creation, exec and exit of processes and threads, and signals.
 *
 * Most probes are tracepoints of the scheduler and of signals. No tracepoint fires at the start of a new
 * thread, but on x86-64 (modules x64 and x32), the call that created the thread returns 0 there. On 64-bit Arm, a new thread
 * returns without the tracepoint of calls. There each new thread calls calculate_sigpending() once.
 */

/* The current thread is a program's: it has memory, and is no worker (PF_IO_WORKER, PF_USER_WORKER) of the kernel. */
inline int __is_program_thread = curthread->mm != NULL && !(curthread->flags & 0x4010);

/*
 * Creation, exec and exit of processes and threads; signals.
 *
 *	proc:::exec-success { trace(execname); }
 */
provider proc {
	/* Places that scripts of other systems name. */
	alias genunix:cfork:create, genunix:lwp_create:lwp-create, unix:lwp_rtt_initial:start,
	    unix:lwp_rtt_initial:lwp-start, genunix:exec_common:exec,
	    genunix:exec_common:exec-success, genunix:exec_common:exec-failure,
	    genunix:lwp_exit:lwp-exit, genunix:proc_exit:exit, unix:trap:fault,
	    genunix:stop_on_fault:fault, genunix:sigtoproc:signal-send,
	    genunix:sigtoproc:signal-discard, genunix:psig:signal-handle,
	    genunix:sigtimedwait:signal-clear;

	sdt:sched::sched_process_exit
	{
		this->is_last = args[0]->signal->live.counter == 0 && gone[args[0]->signal]++ == 0;
	}

	/* A deadly signal ends the process and reaches all its threads; the first thread handles it. */
	sdt:signal::signal_deliver
	/__is_deadly[args[0], args[2]]/
	{
		this->kills = dying[curthread->signal]++ == 0;
	}

	/* The current process has created T. */
	probe create(struct task_struct *T) : (psinfo_t *T) =
	    sdt:sched::sched_process_fork /args[1]->pid == args[1]->tgid/ { args[1] };

	/* The current process has created a thread, T. */
	probe lwp__create(struct task_struct *T) : (lwpsinfo_t *T, psinfo_t *T) =
	    sdt:sched::sched_process_fork /args[1]->pid != args[1]->tgid/ { args[1] };

	/* A new process is about to run its first instruction. */
	probe start() =
	    syscall:x*:clone*:return, syscall:x*:*fork:return /arg1 == 0 && pid == tid/
	    else fbt::calculate_sigpending:entry /__is_program_thread && pid == tid/;

	/* A new thread is about to run its first instruction, in a new process, after start. */
	probe lwp__start() =
	    syscall:x*:clone*:return, syscall:x*:*fork:return /arg1 == 0/
	    else fbt::calculate_sigpending:entry /__is_program_thread/;

	/* The current process calls exec. */
	probe exec(userland char *path) : (string path) =
	    syscall::execve:entry { args[0] },
	    syscall::execveat:entry { args[1] };

	/* exec failed; the error. */
	probe exec__failure(int error) =
	    syscall::execve:return, syscall::execveat:return /errno != 0/ { errno };

	/* exec succeeded: the current process runs the new program. */
	probe exec__success() = sdt:sched::sched_process_exec;

	/* The current thread ends. */
	probe lwp__exit() = sdt:sched::sched_process_exit;

	/*
	 * The last thread of the current process ends; CLD_EXITED, CLD_KILLED, or CLD_DUMPED with
	 * a core.
	 *
	 * If threads end at the same time, the kernel reports which is the last; otherwise it is the
	 * first one that sees no live thread.
	 */
	probe exit(int reason) =
	    sdt:sched::sched_process_exit /args[1]/ { __exit_reason[args[0]->exit_code] }
	    else sdt:sched::sched_process_exit /this->is_last/ { __exit_reason[args[0]->exit_code] };

	/* The current thread took a processor fault; a fault number (FLTBOUNDS and others), the signal's information. */
	probe fault(int fault, struct kernel_siginfo *I) : (int fault, siginfo_t *I) =
	    sdt:signal::signal_generate
	    /__signal_of_fault[args[0]] && args[2] == curthread && !__siginfo_none[args[1]] &&
	    args[1]->si_code > 0/
		{ __fault_number[args[0], args[1]->si_code], args[1] };

	/*
	 * The current thread, or an interrupt, sends a signal; the receiving thread and process, the
	 * signal's number.
	 *
	 * A signal counts as sent if one of the same number is pending, but not if the queue is full.
	 */
	probe signal__send(struct task_struct *T, signal_t sig) : (lwpsinfo_t *T, psinfo_t *T, signal_t sig) =
	    sdt:signal::signal_generate /args[4] != 3 /* TRACE_SIGNAL_OVERFLOW_FAIL *// { args[2], args[0] };

	/* A sent signal is ignored by its receiver; the same. */
	probe signal__discard(struct task_struct *T, signal_t sig) :
	    (lwpsinfo_t *T, psinfo_t *T, signal_t sig) =
	    sdt:signal::signal_generate /args[4] == 1 /* TRACE_SIGNAL_IGNORED *// { args[2], args[0] };

	/*
	 * The current thread is about to run a signal's handler, or the signal ends its process; the
	 * signal's number, its information, the handler or 0.
	 *
	 * Signals that are ignored or stop a process are not handled.
	 */
	probe signal__handle(signal_t sig, struct kernel_siginfo *I, uintptr_t handler) :
	    (signal_t sig, siginfo_t *I, uintptr_t handler) =
	    sdt:signal::signal_deliver /(uintptr_t)args[2]->sa.sa_handler > 1/
		{ args[0], args[1], (uintptr_t)args[2]->sa.sa_handler },
	    sdt:signal::signal_deliver /__is_deadly[args[0], args[2]] && this->kills/
		{ __deadly_signal[args[0]], args[1], 0 };

	/* sigwait() or a similar call returned a signal; its number. */
	probe signal__clear(signal_t sig) = syscall::rt_sigtimedwait:return /(int)arg1 > 0/ { arg1 };

	sdt:sched::sched_process_free /args[0]->pid == args[0]->tgid/ { gone[args[0]->signal] = 0; }
	sdt:sched::sched_process_free /args[0]->pid == args[0]->tgid/ { dying[args[0]->signal] = 0; }
};

/*
 * A signal whose default action ends the process reaches its threads as SIGKILL, and the kernel records the
 * number of the first signal. If a process ends by itself, that number is 0. 4 is SIGNAL_GROUP_EXIT; 64 is
 * SIGNAL_UNKILLABLE, of the first process of a system or a container.
 */
inline int __deadly_signal[int sig] =
    curthread->signal->flags & 4 ? curthread->signal->group_exit_code & 0x7f : sig;
inline int __is_harmless[int sig] = sig == SIGCONT || sig == SIGCHLD || sig == SIGWINCH || sig == SIGURG ||
    sig == SIGSTOP || sig == SIGTSTP || sig == SIGTTIN || sig == SIGTTOU;
inline int __is_deadly[int sig, struct k_sigaction *A] = A->sa.sa_handler == NULL && !__is_harmless[sig] &&
    __deadly_signal[sig] != 0 && !(curthread->signal->flags & 64 && sig != SIGKILL);

/* CLD_EXITED, CLD_KILLED or CLD_DUMPED, from the status for wait(). */
inline int __exit_reason[int status] = status & 0x80 ? CLD_DUMPED :
    status & 0x7f ? CLD_KILLED : CLD_EXITED;

/* The fault's number, from the signal and its code. */
inline int FLTILL = 1;
inline int FLTPRIV = 2;
inline int FLTBPT = 3;
inline int FLTTRACE = 4;
inline int FLTACCESS = 5;
inline int FLTBOUNDS = 6;
inline int FLTIOVF = 7;
inline int FLTIZDIV = 8;
inline int FLTFPE = 9;
inline int FLTSTACK = 10;
inline int FLTPAGE = 11;
inline int FLTWATCH = 12;

inline int __fault_number[int sig, int code] =
    sig == SIGSEGV ? (code == 2 /* SEGV_ACCERR */ ? FLTACCESS : FLTBOUNDS) :
    sig == SIGBUS ? (code == 1 /* BUS_ADRALN */ ? FLTACCESS : FLTPAGE) :
    sig == SIGFPE ? (code == 1 /* FPE_INTDIV */ ? FLTIZDIV :
	code == 2 /* FPE_INTOVF */ ? FLTIOVF : FLTFPE) :
    sig == SIGILL ? (code == 5 || code == 6 /* ILL_PRVOPC, ILL_PRVREG */ ? FLTPRIV : FLTILL) :
    code == 2 /* TRAP_TRACE */ ? FLTTRACE : code == 4 /* TRAP_HWBKPT */ ? FLTWATCH : FLTBPT;

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The proc provider: processes and threads come, turn into other programs, and go.
 *
 * What a process is created, executed and ended by are tracepoints of the scheduler. None of them
 * fires in a new process; but it begins its life by returning 0 from the system call that made it.
 */
provider proc {
	/* A process was created by the current one: T is the new one. */
	probe create(struct task_struct *T) : (psinfo_t *T) =
	    sdt:sched::sched_process_fork /args[1]->pid == args[1]->tgid/ { args[1] };

	/* The current process is new and about to execute its first instruction. */
	probe start() =
	    syscall::clone*:return, syscall::*fork:return /arg1 == 0 && pid == tid/
	    else syscall::clone*:return /arg1 == 0 && pid == tid/;

	/* The current process executes another program from now on. */
	probe exec__success() = sdt:sched::sched_process_exec;

	/*
	 * The current process ends, the last of its threads being about to. Of threads that end at
	 * the same time the kernel says itself which is the last, or the first one to see that none
	 * is alive is taken for it.
	 */
	sdt:sched::sched_process_exit
	{
		this->is_last = args[0]->signal->live.counter == 0 && gone[args[0]->signal]++ == 0;
	}

	probe exit(int reason) =
	    sdt:sched::sched_process_exit /args[1]/ { exit_reason[args[0]->exit_code] }
	    else sdt:sched::sched_process_exit /this->is_last/ { exit_reason[args[0]->exit_code] };

	sdt:sched::sched_process_free /args[0]->pid == args[0]->tgid/ { gone[args[0]->signal] = 0; }
};

/* CLD_EXITED, CLD_KILLED or CLD_DUMPED, by what wait() is told. */
inline int exit_reason[int status] = status & 0x80 ? CLD_DUMPED :
    status & 0x7f ? CLD_KILLED : CLD_EXITED;

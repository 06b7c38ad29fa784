/* providers whose probes are fired by others */
provider mine {
	sdt:sched::sched_waking /args[0]->pid/ { self->woken = timestamp; seen[pid]++; }

	probe simple() = sdt:sched::sched_process_exec;
	probe exec__failure(int error) =
	    syscall::execve:return, syscall::execveat:return /errno != 0/ { errno };
	probe two(struct task_struct *T, int x) : (int x, struct task_struct *T) =
	    sdt:sched::sched_wakeup /self->woken / 2/ { args[0], arg1 / (2) },
	    sdt:sched::sched_wakeup_new { args[0], 1 }
	    else fbt::ttwu_do_wakeup:entry /1/
	    else "nobody wakes";
	probe turned(int) = sdt:sched::sched_switch { curthread = args[2], 1 };
	probe never(int) = "there is no such thing";
	probe usdt(char *);

	sdt:sched::sched_switch { self->woken = 0; }
};
mine:::simple { trace(1); }

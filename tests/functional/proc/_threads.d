/* SPDX-License-Identifier: BSD-2-Clause */
/* Every thread starts and ends, every process once: also if all of its threads end together. */
proc:::lwp-create
/pid == $target || ppid == $target/
{
	@events[probename, pid == $target ? "parent" : "child"] = count();
	wrong += args[1]->pr_pid != pid || args[0]->pr_lwpid == pid;
	created += args[0]->pr_lwpid;
}

proc:::start, proc:::lwp-start, proc:::lwp-exit, proc:::exit
/pid == $target || ppid == $target/
{
	@events[probename, pid == $target ? "parent" : "child"] = count();
}

proc:::lwp-start
/(pid == $target || ppid == $target) && tid != pid/
{
	started += tid;
}

proc:::start
{
	self->first = 1;
}

proc:::lwp-start
/pid == tid && ppid == $target && !self->first/
{
	wrong++;
}

END
{
	printf("%d wrong, %s started\n", wrong, created == started ? "all" : "not all");
}

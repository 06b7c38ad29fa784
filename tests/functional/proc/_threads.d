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
/* output:
0 wrong, all started

  exit                           parent                                       1
  lwp-create                     parent                                      10
  lwp-start                      parent                                      10
  lwp-exit                       parent                                      11
  exit                           child                                      100
  start                          child                                      100
  lwp-create                     child                                      800
  lwp-exit                       child                                      900
  lwp-start                      child                                      900
*/

/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q -c $WORKLOAD */
/* A process is created by its parent, starts, executes a program, and ends once, with its last thread. */
proc:::create
/pid == $target/
{
	child = args[0]->pr_pid;
	printf("create by %s: %s, %s\n", execname, args[0]->pr_fname,
	    args[0]->pr_ppid == pid && args[0]->pr_nlwp == 1 ? "a child" : "wrong");
}

proc:::start
/ppid == $target/
{
	printf("start %s %s\n", execname, pid == child ? "as created" : "wrong");
}

proc:::exec-success
/pid == $target || ppid == $target/
{
	printf("exec %s: %s\n", curpsinfo->pr_psargs == execargs ? "with" : "wrong",
	    basename(execargs));
}

proc:::exit
/pid == $target || ppid == $target/
{
	printf("exit %s: %s\n", pid == $target ? "of the parent" : pid == child ? "of the child" : "wrong",
	    args[0] == CLD_EXITED ? "exited" : args[0] == CLD_KILLED ? "killed" : "wrong");
}
/* output:
create by life: life, a child
start life as created
exit of the child: exited
create by life: life, a child
start life as created
exit of the child: killed
create by life: life, a child
start life as created
exec with: life again
exit of the child: exited
create by life: life, a child
start life as created
exit of the child: exited
exit of the parent: exited

*/

/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q -c $WORKLOAD */
/* Typed arguments of tracepoints. */
sdt:sched::sched_switch
/pid == $target && args[1]->pid == tid && stringof(args[1]->comm) == "the-sleeper"/
{
	out++;
}

sdt:sched::sched_switch
/args[2]->tgid == $target && stringof(args[2]->comm) == "the-sleeper" && (uintptr_t)args[2] == arg2/
{
	in++;
}

/* The current thread is the one that is switched out. */
sdt:sched::sched_switch
/pid == $target && args[1] != curthread/
{
	wrong++;
}

sdt:sched::sched_process_exec
/pid == $target/
{
	printf("%s %d %s %s\n", execname, args[1] == tid, stringof(args[2]->filename), probename);
	printf("%s:%s:%s:%s %d\n", probeprov, probemod, probefunc, probename, arg7);
}

END
{
	printf("%d %d %d\n", out >= 5, in >= 5, wrong);
}
/* output:
true 1 /bin/true sched_process_exec
sdt:sched::sched_process_exec 0
1 1 0

*/

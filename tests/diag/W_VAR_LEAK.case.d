syscall::read:entry
{
	start[pid, tid] = timestamp;
}

syscall::read:return
/start[pid, tid]/
{
	@ = sum(timestamp - start[pid, tid]);
}

/* The number of CPUs is limited, so these elements need no freeing. */
sdt:sched::sched_switch
{
	last[cpu] = timestamp;
}

sdt:sched::sched_wakeup
/last[cpu]/
{
	@ = sum(timestamp - last[cpu]);
}
/* expect: W_VAR_LEAK 3:7 start[] are never freed */
/* flags: -x lint */

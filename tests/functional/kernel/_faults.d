/* SPDX-License-Identifier: BSD-2-Clause */
/* The first link that is NULL faults, with the address that would have been read. */
ERROR
{
	printf("%d %s %d\n", arg4,
	    arg5 == offsetof(struct pid, level) ? "level" : arg5 == 0x10 ? "0x10" : "other", arg5 < 4096);
}

syscall::write:entry
/pid == $target && (int)arg0 == -1/
{
	/* A thread that is not the leader has no tracer. */
	printf("%d\n", curthread->group_leader->io_context->ioprio);
}

syscall::write:entry
/pid == $target && (int)arg0 == -1/
{
	this->p = (struct pid *)0;
	printf("%d\n", this->p->level);
}

syscall::write:entry
/pid == $target && (int)arg0 == -1/
{
	printf("%d\n", *(int *)0x10);
}

syscall::write:entry
/pid == $target && (int)arg0 == -1/
{
	printf("done\n");
	exit(0);
}

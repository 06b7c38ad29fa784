/* SPDX-License-Identifier: BSD-2-Clause */
/* A member that is 0 reads as 0, alone and next to others; an unreadable member faults. */
BEGIN { printf("%d\n", ((struct task_struct *)(uintptr_t)curthread)->exit_state); }

BEGIN
{
	this->thread = (struct task_struct *)(uintptr_t)curthread;
	printf("%d %d %d\n", this->thread->exit_state, this->thread->pid == pid,
	    this->thread->pdeath_signal);
	printf("%d %d\n", this->thread->tgid == pid, this->thread->exit_code);
}

BEGIN { trace(*(int *)8); }
BEGIN { trace(*(char *)0x8000000000000000); }
BEGIN { trace(*(uint64_t *)0xffffffffffffff00); }
BEGIN { this->p = (struct task_struct *)16; trace(this->p->pid + this->p->tgid); }
ERROR { printf("%d %d\n", arg4, arg5 == 8 || arg5 == 0x8000000000000000 || arg5 == 0xffffffffffffff00 ||
    arg5 == 16 + offsetof(struct task_struct, pid)); }

BEGIN { exit(0); }

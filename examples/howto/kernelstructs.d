#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * kernelstructs.d - structures of the kernel by name: members, arrays, sizes and offsets, and print of a whole one.
 *
 * usage: kernelstructs.d -c COMMAND
 *
 *	act, group leader itself, parent dtrace
 *	comm has 16 bytes; it lies behind pid
 *	int 0x1
 */
#pragma D option quiet

syscall::getppid:entry
/pid == $target/
{
	this->task = (struct task_struct *)curthread;
	printf("%s, group leader %s, parent %s\n", this->task->comm,
	    this->task->group_leader == this->task ? "itself" : "another",
	    stringof(this->task->real_parent->comm));
	printf("comm has %d bytes; it lies %s pid\n", sizeof (this->task->comm),
	    offsetof(struct task_struct, comm) > offsetof(struct task_struct, pid) ? "behind" : "before");
	print(this->task->thread_info.cpu < 4096);
	printf("\n");
}

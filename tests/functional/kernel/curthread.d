/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q -c $WORKLOAD */
syscall::write:entry
/pid == $target && (int)arg0 == -1/
{
	printf("%d %d %d\n", curthread->pid == tid, curthread->tgid == pid, tid == pid);
	printf("%d %d\n", curthread->group_leader->pid == pid,
	    curthread->group_leader->real_parent->tgid == ppid);
	printf("%s\n", curthread->comm);
	printf("%s\n", curthread->group_leader->comm);
	printf("%s\n",
	    stringof(curthread->mm->exe_file->f_path.dentry->d_name.name));
	/* Addresses are numbers. */
	this->leader = curthread->group_leader;
	printf("%d %d\n", this->leader == curthread->group_leader, this->leader->pid == pid);
	printf("%d\n", (uintptr_t)&curthread->comm - (uintptr_t)curthread ==
	    offsetof(struct task_struct, comm));
	/* Through unions, bit-fields and arrays. */
	printf("%d %d\n", curthread->thread_pid->numbers[0].nr == tid, curthread->in_execve);
	exit(0);
}
/* output:
1 1 0
1 1
a-thread
curthread
curthread
1 1
1
1 0

*/

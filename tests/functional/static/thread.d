/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q -c $WORKLOAD */
/*
 * A probe about an argument's thread: the incoming thread, while the outgoing one is current. All
 * variables of a clause describe that thread, also in the same firing in which another clause asks
 * about the outgoing one.
 */
provider own {
	probe leaves() = sdt:sched::sched_switch;
	probe comes(pid_t from) = sdt:sched::sched_switch { curthread = args[2], tid };
	probe goes__on() = own:::comes /tid == $target/;
};

own:::leaves
/pid == $target/
{
	self->left = timestamp;
	self->number = tid;
	self->name[tid] = execname;
	self->cpu = vtimestamp;
	where[tid] = (uintptr_t)curthread;
}

own:::comes
/self->left/
{
	ok = tid == self->number && pid == $target && tid == curthread->pid && pid == curthread->tgid;
	ok += self->name[tid] == execname && execname == curthread->comm;
	ok += where[tid] == (uintptr_t)curthread && uid == curthread->cred->uid.val && gid == curthread->cred->gid.val;
	ok += ppid == curthread->real_parent->tgid && curpsinfo->pr_pid == pid && curlwpsinfo->pr_lwpid == tid;
	ok += arg0 != tid && progenyof(pid);
	ok += (int64_t)(vtimestamp - self->cpu) < (int64_t)(timestamp - self->left);
	@[ok == 6 ? "all of the thread that comes" : "something of another"] = sum(1);
	seen++;
	self->left = 0;
	self->name[tid] = 0;
}

own:::goes-on
/stackdepth > 3 && pid != $target/
{
	other++;
}

END
{
	printf("%s, %d\n", seen >= 100 ? "seen" : "missed", other);
	trunc(@, 2);
	printa("%s\n", @);
}
/* output:
seen, 0
all of the thread that comes

*/

#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * translators.d - translators: one shape for what different probes tell, so that clauses need not know the kernel's.
 *
 * usage: translators.d -c COMMAND
 *
 *	true works for chief
 *	one two
 *	echo works for chief
 */
#pragma D option quiet

typedef struct worker {
	pid_t id;
	string name;
	pid_t boss;
} worker_t;

translator worker_t < struct task_struct *t > {
	id = t->tgid;
	name = stringof(t->comm);
	boss = t->real_parent->tgid;
};

sdt:sched::sched_process_exec
/xlate<worker_t *>(curthread)->boss == $target/
{
	printf("%s works for %s\n", xlate<worker_t *>(curthread)->name,
	    xlate<worker_t>(curthread->real_parent).name);
}

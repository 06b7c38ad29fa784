#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * xlates.d - translations as values: of a task that is not the current one, and printed whole.
 *
 * usage: xlates.d -c COMMAND
 *
 *	act forks act, whose parent it is
 *	father forks father, whose parent it is
 *	father forks father, whose parent it is
 */
#pragma D option quiet

sdt:sched::sched_process_fork
/pid == $target/
{
	this->child = xlate<psinfo_t *>(args[1]);
	printf("%s forks %s, whose parent %s\n", xlate<psinfo_t>(args[0]).pr_fname, this->child->pr_fname,
	    this->child->pr_ppid == pid ? "it is" : "it is not");
}

#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * threadlocal.d - self-> variables are a thread's own: the same clause at work in several threads at once.
 *
 * usage: threadlocal.d -c COMMAND
 *
 *	two (other thread): 1
 *	one (other thread): 2
 *	root (main thread): 2
 */
#pragma D option quiet

syscall::prctl:entry
/pid == $target/
{
	self->name = copyinstr(arg1);
}

syscall::getppid:entry
/self->name != NULL/
{
	@[self->name, tid == pid ? "main" : "other"] = count();
}

END
{
	printa("%s (%s thread): %@d\n", @);
}

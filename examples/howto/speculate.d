#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * speculate.d - records every open in a speculation and commits only the failed ones.
 *
 * usage: speculate.d -c COMMAND
 *
 *	openat "bad" failed: errno 2
 *	openat "worse" failed: errno 2
 */
#pragma D option quiet
#pragma D option nspec=8
#pragma D option cleanrate=50hz

syscall::openat:entry
/pid == $target/
{
	self->spec = speculation();
	self->path = arg1;
}

syscall::openat:return
/self->spec/
{
	speculate(self->spec);
	printf("openat \"%s\" failed: errno %d\n", copyinstr(self->path), errno);
}

syscall::openat:return
/self->spec && errno/
{
	commit(self->spec);
}

syscall::openat:return
/self->spec && !errno/
{
	discard(self->spec);
}

syscall::openat:return
/self->spec/
{
	self->spec = 0;
	self->path = 0;
}

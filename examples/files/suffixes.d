#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * suffixes.d - kinds of files that are opened, told by the suffix of the name.
 *
 * usage: suffixes.d [-c COMMAND | -p PID]
 *
 *	EXEC             SUFFIX           OPENS
 *	act              .6               1
 *	act              .cache           1
 *	as               .0               1
 *	as               .6               1
 *	as               .alias           1
 *	as               .so              1
 *	basename         .6               1
 *	basename         .alias           1
 *	cc               .o               1
 */
#pragma D option quiet
#pragma D option confine

syscall::openat:entry
{
	self->path = arg1;
}

syscall::openat:return
/self->path && errno == 0/
{
	this->name = basename(copyinstr(self->path));
	this->dot = rindex(this->name, ".");
	@[execname, this->dot > 0 ? substr(this->name, this->dot) : "(none)"] = count();
}

syscall::openat:return
{
	self->path = 0;
}

END
{
	printf("%-16s %-16s %s\n", "EXEC", "SUFFIX", "OPENS");
	printa("%-16s %-16s %@d\n", @);
}

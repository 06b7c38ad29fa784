#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * cwds.d - where programs stand when they open files by relative names.
 *
 * usage: cwds.d [-c COMMAND | -p PID]
 *
 *	act opens near in /tmp/tmpesa2xo5v
 *	cc1 opens src/libsymbols.a.p/stdc-predef.h in /usr/src/dtrace/build
 *	cc1 opens src/stdc-predef.h in /usr/src/dtrace/build
 *	cc1 opens ../src/stdc-predef.h in /usr/src/dtrace/build
 *	cc1 opens ../include/stdc-predef.h in /usr/src/dtrace/build
 *	cc1 opens ../src/symbols/symbols/cfi.h in /usr/src/dtrace/build
 *	cc1 opens src/libsymbols.a.p/symbols/cfi.h in /usr/src/dtrace/build
 *	act opens share/doc in /usr
 */
#pragma D option quiet
#pragma D option confine

syscall::openat:entry
{
	self->path = arg1;
}

syscall::openat:return
/self->path/
{
	this->path = copyinstr(self->path);
	self->path = 0;
	if (substr(this->path, 0, 1) != "/")
		printf("%s opens %s in %s\n", execname, this->path, cwd);
}

#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * tempfiles.d - use of temporary directories: who opens what below /tmp and /var/tmp.
 *
 * usage: tempfiles.d [-c COMMAND | -p PID]
 *
 *	act                   1 /var/tmp/absent-2
 *	as                    1 /tmp/cc0iO2mJ.o
 *	as                    1 /tmp/cc4sQn5K.s
 *	bash                  1 /tmp/dtrace-test.m8nhziq1/stderr
 *	bash                  1 /tmp/dtrace-test.m8nhziq1/stdout
 *	cat                   1 /tmp/dtrace-test.m8nhziq1/stdout
 *	cc                    1 /tmp/cc0iO2mJ.o
 *	cc                    1 /tmp/ccA2Xgps.res
 *	collect2              1 /tmp/cckDVeac.cdtor.o
 *	collect2              1 /tmp/ccqqc1Si.cdtor.c
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
	this->path = copyinstr(self->path);
}

syscall::openat:return
/this->path != NULL && (strstr(this->path, "/tmp/") == this->path || substr(this->path, 0, 9) == "/var/tmp/")/
{
	@[execname, this->path] = count();
}

syscall::openat:return
{
	self->path = 0;
}

END
{
	printa("%-16s %@6d %s\n", @);
}

#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * mmapbytes.d - memory mapped and unmapped by program, in bytes: who holds on to it?
 *
 * usage: mmapbytes.d [-c COMMAND | -p PID]
 *
 *	EXEC                       MAPPED         UNMAPPED
 *	ninja                      110592           147456
 *	act                       3859783            46759
 *	cc                        4240475            46759
 *	mapper                   12288000         12288000
 *	sh                       15439132           187036
 *	cc1                      21484315            46759
 *	sed                      27635995           233795
 *	clang                   922357227                0
 */
#pragma D option quiet
#pragma D option confine

syscall::mmap:entry
{
	self->size = arg1;
}

syscall::mmap:return
/self->size && errno == 0/
{
	@mapped[execname] = sum(self->size);
	@unmapped[execname] = sum(0);
}

syscall::mmap:return
{
	self->size = 0;
}

syscall::munmap:entry
{
	self->size = arg1;
}

syscall::munmap:return
/self->size && errno == 0/
{
	@mapped[execname] = sum(0);
	@unmapped[execname] = sum(self->size);
}

syscall::munmap:return
{
	self->size = 0;
}

END
{
	printf("%-16s %16s %16s\n", "EXEC", "MAPPED", "UNMAPPED");
	printa("%-16s %@16d %@16d\n", @mapped, @unmapped);
}

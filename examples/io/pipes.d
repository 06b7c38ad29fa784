#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * pipes.d - pipes of a command and its children: how many are made, how much is written into them.
 *
 * usage: pipes.d -c COMMAND
 *
 *	pipes made: 3
 *	written into: 201 times, 1000 bytes
 */
#pragma D option quiet

syscall::pipe*:entry
/progenyof($target)/
{
	self->ends = arg0;
}

/* Only now are the two numbers in the program's memory. */
syscall::pipe*:return
/self->ends && errno == 0/
{
	this->end = (int *)copyin(self->ends, 2 * sizeof (int));
	ispipe[this->end[1]] = 1;
	@made = count();
}

syscall::pipe*:return
{
	self->ends = 0;
}

syscall::write:entry
/progenyof($target) && ispipe[(int)arg0]/
{
	self->writes = 1;
}

syscall::write:return
/self->writes && errno == 0/
{
	@writes = count();
	@written = sum(arg0);
}

syscall::write:return
{
	self->writes = 0;
}

syscall::close:entry
/pid == $target/
{
	ispipe[(int)arg0] = 0;
}

END
{
	printa("pipes made: %@d\n", @made);
	printa("written into: %@d times, %@d bytes\n", @writes, @written);
}

#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * flowindent.d - option flowindent: system calls and what happens inside them, indented.
 *
 * usage: flowindent.d -c COMMAND
 *
 *	CPU FUNCTION
 *	  0  => umask                                   act
 *	  0  <= umask                                   act
 *	  0  => clock_nanosleep                         act
 *	  0   | :sched_switch                           sleeps
 *	  0  <= clock_nanosleep                         act
 */
#pragma D option flowindent

syscall::umask:entry, syscall::umask:return, syscall::clock_nanosleep:entry, syscall::clock_nanosleep:return
/pid == $target/
{
	self->inside = probename == "entry";
	trace(execname);
}

sdt:sched::sched_switch
/self->inside && !args[0]/
{
	trace("sleeps");
}

#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * jsons.d - json: members of a text that a program writes.
 *
 * usage: jsons.d -c COMMAND
 *
 *	box has 20
 *	crate has 5
 */
#pragma D option quiet

syscall::write:entry
/pid == $target/
{
	self->text = arg1;
}

syscall::write:return
/self->text/
{
	this->text = copyinstr(self->text);
	printf("%s has %s\n", json(this->text, "name"), json(this->text, "sizes[1]"));
	self->text = 0;
}

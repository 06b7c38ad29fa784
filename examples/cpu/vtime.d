#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * vtime.d - is a program slow because it works or because it waits? processor time against elapsed time.
 *
 * usage: vtime.d -c COMMAND
 *
 *	worked 0 % of 100565 us
 *
 *	worked 43 % of 231049 us
 */
#pragma D option quiet

syscall:::entry
/pid == $target && !self->first/
{
	self->first = timestamp;
	self->von = vtimestamp;
}

syscall::exit_group:entry
/pid == $target && self->first && self->von/
{
	this->elapsed = timestamp - self->first;
	this->worked = vtimestamp - self->von;
	printf("worked %d %% of %d us\n", this->worked * 100 / this->elapsed, this->elapsed / 1000);
}

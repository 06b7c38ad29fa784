#!/usr/sbin/dtrace -Cs
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * environment.d - prints the environment of every new program, a variable per line.
 * It prints at most 64 variables; it cuts a variable after 2,047 bytes and prints the rest as another.
 *
 * usage: environment.d [-c COMMAND | -p PID]		not installed: dtrace -Cs environment.d
 *
 *	   2773 /usr/bin/env
 *	        LANG=C
 *	        PATH=/usr/bin:/bin
 */
#pragma D option quiet
#pragma D option confine
#pragma D option strsize=2k

#define ONE \
	if (this->at < this->end) { \
		this->one = copyinstr(this->at); \
		printf("%7s %s\n", "", this->one); \
		this->at += strlen(this->one) + 1; \
	}
#define FOUR ONE ONE ONE ONE
#define SIXTEEN FOUR FOUR FOUR FOUR

proc:::exec-success
{
	this->at = curthread->mm->env_start;
	this->end = curthread->mm->env_end;
	printf("%7d %s\n", pid, execargs);
	SIXTEEN SIXTEEN SIXTEEN SIXTEEN
}

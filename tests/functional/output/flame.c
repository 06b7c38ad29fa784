/* SPDX-License-Identifier: BSD-2-Clause */
// A few stacks, a known number of times each. last() is not called by an instruction whose next one
// belongs to its caller: that one does not return.
#include <stdlib.h>
#include <unistd.h>

__attribute__((noipa)) void leaf(long n)
{
	getppid();
}

__attribute__((noipa)) void left(void)
{
	leaf(1);
	__asm__ volatile("");
}

__attribute__((noipa)) void right(void)
{
	leaf(100);
	__asm__ volatile("");
}

__attribute__((noipa, noreturn)) void last(void)
{
	leaf(1000);
	_exit(0);
}

__attribute__((noipa, noreturn)) void ends(void)
{
	last();
}

__attribute__((noipa)) void behind(void)
{
	__asm__ volatile("");
}

int main(void)
{
	for (int i = 0; i < 3; i++)
		left();
	for (int i = 0; i < 5; i++)
		right();
	ends();
}

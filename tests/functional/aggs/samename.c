/* SPDX-License-Identifier: BSD-2-Clause */
#include <unistd.h>

static volatile int calls;

__attribute__((noinline)) void other(void)
{
	calls = calls + 1;
}

__attribute__((noinline)) void samename(void)
{
	calls = calls + 2;
}

int main(void)
{
	other();
	other();
	samename();
	return calls != 4;
}

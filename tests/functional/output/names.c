/* SPDX-License-Identifier: BSD-2-Clause */
/* cflags: -fno-optimize-sibling-calls
 *
 * Calls itself by two lines, and forged_line() with two more. */
#include <sys/prctl.h>

__attribute__((noinline)) void forged_line(const char *text)
{
	__asm__ volatile("" : : "r"(text) : "memory");
}

int main(void)
{
	prctl(PR_SET_NAME, "name\nforged");
	forged_line("first\nsecond");
	return 0;
}

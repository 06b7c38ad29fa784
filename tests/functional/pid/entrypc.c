// SPDX-License-Identifier: BSD-2-Clause
/* needs: x86-64 */
// Functions that begin with instructions after which a probe can be attached instead.
/* cflags: -fcf-protection=full -O2 -no-pie */
#include <stdio.h>

__attribute__((noipa)) long marked(long n)
{
	return n + 1;
}

__attribute__((noipa)) long tests(long *n)
{
	if (!n)
		return 1;
	for (long i = 0; i < 3; i++)
		__asm__ volatile("");
	return *n;
}

int main(void)
{
	long two = 2;

	printf("%lx\n%lx\n%lx\n", (long)marked, (long)tests, (long)tests);
	fflush(stdout);
	return marked(0) + tests(&two) + tests(NULL) != 4;
}

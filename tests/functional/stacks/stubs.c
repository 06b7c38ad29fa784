/* SPDX-License-Identifier: BSD-2-Clause */
/* needs: aarch64 */
/* cflags: -O2 -fno-optimize-sibling-calls -fno-builtin -fplt */
/*
 * caller() calls a short function of libc through the program's PLT, until the tracer ends it.
 */
#include <stdlib.h>
#include <unistd.h>

volatile int sink;

__attribute__((noipa)) static void caller(void)
{
	for (int i = 0; i < 100000; i++)
		sink = abs(i);
}

int main(void)
{
	pid_t tracer = getppid();

	while (getppid() == tracer)
		caller();
	return 0;
}

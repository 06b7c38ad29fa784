/* SPDX-License-Identifier: BSD-2-Clause */
/* A constructor and main of a system call each. */
#include <unistd.h>

__attribute__((constructor)) static void construct(void)
{
	getpgid(0);
}

int main(void)
{
	getsid(0);
	return 0;
}

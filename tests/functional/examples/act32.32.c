/* SPDX-License-Identifier: BSD-2-Clause */
/* A 32-bit program that makes two kinds of calls in a known number. */
#include <sys/stat.h>
#include <unistd.h>

int main(void)
{
	for (int i = 0; i < 20; i++)
		getppid();
	for (int i = 0; i < 5; i++)
		umask(022);
	return 0;
}

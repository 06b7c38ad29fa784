/* SPDX-License-Identifier: BSD-2-Clause */
#include <sys/stat.h>
#include <unistd.h>

int main(void)
{
	umask(7);
	umask(077);
	return getppid() == 0;
}

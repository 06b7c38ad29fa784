/* SPDX-License-Identifier: BSD-2-Clause */
/* Three calls of getppid(). */
#include <unistd.h>

int main(void)
{
	for (int i = 0; i < 3; i++)
		getppid();
	return 0;
}

/* SPDX-License-Identifier: BSD-2-Clause */
#include <unistd.h>

int main(void)
{
	for (int i = 0; i < 5; i++)
		getppid();
	return 0;
}

// SPDX-License-Identifier: BSD-2-Clause
// Sleeps a hundred times and more.
#include <time.h>

int main(void)
{
	const struct timespec nap = {.tv_nsec = 1000000};

	for (int i = 0; i < 120; i++)
		nanosleep(&nap, NULL);
	return 0;
}

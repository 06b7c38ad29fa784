// SPDX-License-Identifier: BSD-2-Clause
// One call of getppid(), which nothing else of a small program makes.
#include <unistd.h>

int main(void)
{
	return getppid() == 0;
}

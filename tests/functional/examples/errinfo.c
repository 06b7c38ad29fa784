/* SPDX-License-Identifier: BSD-2-Clause */
/* Calls that nothing else in the process makes, and that fail in a known number and way. */
#include <unistd.h>

int main(void)
{
	for (int i = 0; i < 30; i++)
		if (!chroot("/nonexistent"))
			return 1;
	for (int i = 0; i < 20; i++)
		if (!fchdir(-1))
			return 1;
	for (int i = 0; i < 10; i++)
		if (!chroot("/dev/null/x"))
			return 1;
	return 0;
}

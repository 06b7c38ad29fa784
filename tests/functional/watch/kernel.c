/* SPDX-License-Identifier: BSD-2-Clause */
/* For each line of input its name in the kernel changes. */
#include <sys/prctl.h>
#include <unistd.h>

int main(void)
{
	static const char *const names[] = {"first-name", "abcdefgh-second", "zyxwvuts-third"};
	char c;

	for (int i = 0; i < 3 && read(STDIN_FILENO, &c, 1) == 1; i++)
		prctl(PR_SET_NAME, names[i]);
	return 0;
}

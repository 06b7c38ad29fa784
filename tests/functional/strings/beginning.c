/* SPDX-License-Identifier: BSD-2-Clause */
/* Changes to directories, of which some exist. */
#include <string.h>
#include <unistd.h>

int main(void)
{
	const char *const paths[] = {"/etc/x", "/etc", "/", "", "/etc//x"};
	int n = 0;

	// In memory that is resident: at entry a program cannot wait for a page.
	for (int i = 0; i < 5; i++)
		n += chdir(strdup(paths[i])) == 0;
	return n != 2;
}

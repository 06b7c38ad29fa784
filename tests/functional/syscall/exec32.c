/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Executes a program of the other width of words and back: this one, exec32.32, this one. The
 * argument is the number of calls of execve that are left; the last program ends.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	int left = argc > 1 ? atoi(argv[1]) : 4;
	char path[4096], number[16];
	size_t n = strlen(argv[0]);

	if (left == 0)
		return 0;
	if (n > 3 && !strcmp(argv[0] + n - 3, ".32"))
		snprintf(path, sizeof(path), "%.*s", (int)n - 3, argv[0]);
	else
		snprintf(path, sizeof(path), "%s.32", argv[0]);
	snprintf(number, sizeof(number), "%d", left - 1);
	execve("/nonexistent/program", argv, (char *[]){NULL});
	execve(path, (char *[]){path, number, NULL}, (char *[]){NULL});
	return 1;
}

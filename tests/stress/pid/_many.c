/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * many: answers each line of its input. "call" calls the functions of many.S and prints the sum of
 * their results; "text" says whether their code in memory is the same as at the start.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

long many_call(long x);
extern const char f0[], many_end[];

int main(void)
{
	size_t size = many_end - f0;
	char *before = malloc(size), line[64];

	// Memory may hold breakpoints now: compare with the file.
	FILE *self = fopen("/proc/self/exe", "r"), *maps = fopen("/proc/self/maps", "r");
	char row[512];
	unsigned long start, end, offset;

	while (fgets(row, sizeof(row), maps))
		if (sscanf(row, "%lx-%lx %*s %lx", &start, &end, &offset) == 3 &&
		    start <= (unsigned long)f0 && (unsigned long)f0 < end) {
			fseek(self, (long)(offset + ((unsigned long)f0 - start)), SEEK_SET);
			if (fread(before, 1, size, self) != size)
				return 1;
		}
	while (fgets(line, sizeof(line), stdin)) {
		if (!strcmp(line, "call\n"))
			printf("%ld\n", many_call(0));
		else
			puts(memcmp(before, f0, size) ? "changed" : "unchanged");
		fflush(stdout);
	}
	return 0;
}

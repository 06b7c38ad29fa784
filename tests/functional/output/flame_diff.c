// SPDX-License-Identifier: BSD-2-Clause
// flame_diff N...: calls each function as often as its number says.
#include <stdlib.h>

#define FUNCTION(name)                                   \
	__attribute__((noinline)) static void name(void) \
	{                                                \
		__asm__ volatile("" ::: "memory");       \
	}
FUNCTION(grown)
FUNCTION(shrunk)
FUNCTION(gone)

int main(int argc, char **argv)
{
	static void (*const functions[])(void) = {grown, shrunk, gone};

	for (int i = 0; i < 3 && i + 1 < argc; i++)
		for (int n = atoi(argv[i + 1]); n; n--)
			functions[i]();
	return 0;
}

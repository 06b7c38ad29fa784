/* SPDX-License-Identifier: BSD-2-Clause */
/* cflags: -O1 -fomit-frame-pointer */
// Loads one of two libraries after the other at the same address, calls it, and unloads it, the
// given number of times.
#include <dlfcn.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	for (int i = 0; argc > 3 && i < atoi(argv[1]); i++) {
		void *library = dlopen(argv[2 + i % 2], RTLD_NOW);
		long (*call)(void) = library ? (long (*)(void))dlsym(library, "call") : 0;

		if (!call || call() < 0)
			return 1;
		dlclose(library);
	}
	return 0;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * libraries LIBRARY…: loads all of them, each made of many.S; then answers each line of its input:
 * calls all functions of all libraries and prints the sum of their results.
 */
#include <dlfcn.h>
#include <stdio.h>

int main(int argc, char **argv)
{
	static long (*call[1024])(long);
	char line[64];

	for (int i = 1; i < argc && i < 1024; i++) {
		void *library = dlopen(argv[i], RTLD_NOW | RTLD_LOCAL);

		call[i] = library ? dlsym(library, "many_call") : NULL;
		if (!call[i])
			return 1;
	}
	while (fgets(line, sizeof(line), stdin)) {
		long sum = 0;

		for (int i = 1; i < argc; i++)
			sum = call[i](sum);
		printf("%ld\n", sum);
		fflush(stdout);
	}
	return 0;
}

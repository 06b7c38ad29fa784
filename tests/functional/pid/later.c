// SPDX-License-Identifier: BSD-2-Clause
// Opens a library while it runs, and calls a function of it until the tracer has seen a call.
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	void *library = dlopen(argv[1], RTLD_NOW);
	double (*function)(double) = library ? (double (*)(double))dlsym(library, "cbrt") : NULL;

	if (!function)
		return 2;
	// Until the file that the trace writes is there: 60 s at most.
	for (int i = 0; i < 60000 && access(argv[2], F_OK); i++) {
		function(i);
		usleep(1000);
	}
	return access(argv[2], F_OK) != 0;
}

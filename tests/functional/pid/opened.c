/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Opens each of the libraries ROUNDS times, in a thread each, and calls its function go() every
 * time. opened ROUNDS LIBRARY…; with "-" before that it waits for the end of its input first.
 */
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { LIBRARIES = 8 };

static int rounds;

static void *open_often(void *name)
{
	for (int i = 0; i < rounds; i++) {
		void *library = dlopen(name, RTLD_NOW);
		int (*go)(int) = library ? (int (*)(int))dlsym(library, "go") : NULL;

		if (!go) {
			fputs(dlerror(), stderr);
			exit(1);
		}
		go(i);
		dlclose(library);
	}
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t threads[LIBRARIES];
	int n;
	char c;

	if (argv[1][0] == '-') {
		while (read(0, &c, 1) == 1)
			;
		argv++;
		argc--;
	}
	rounds = atoi(argv[1]);
	n = argc - 2 < LIBRARIES ? argc - 2 : LIBRARIES;
	for (int i = 0; i < n; i++)
		pthread_create(&threads[i], NULL, open_often, argv[i + 2]);
	for (int i = 0; i < n; i++)
		pthread_join(threads[i], NULL);
	return 0;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Opens libraries, calls their functions and closes them, and prints how often it did.
 *
 *	opened ROUNDS LIBRARY…  a thread for each, which opens its library ROUNDS times. In every
 *second round other memory lies where the library was, so it lies elsewhere.
 */
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

enum { LIBRARIES = 8, CALLS = 10, PAGE = 4096, ROOM = 64 * PAGE };

static int rounds;

/** Maps memory at the address of a library that has been closed. */
static void take_place(char *at)
{
	at -= (unsigned long)at % PAGE;
	for (long i = -ROOM; i < ROOM; i += PAGE)
		mmap(at + i, PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1,
		     0);
}

static void *open_often(void *name)
{
	long moved = 0;
	char *last = NULL;

	for (int i = 0; i < rounds; i++) {
		void *library = dlopen(name, RTLD_NOW);
		int (*go)(int) = library ? (int (*)(int))dlsym(library, "go") : NULL;

		if (!go) {
			fputs(dlerror(), stderr);
			exit(1);
		}
		moved += last && last != (char *)go;
		last = (char *)go;
		for (int k = 0; k < CALLS; k++)
			go(k);
		dlclose(library);
		if (i % 2)
			take_place(last);
	}
	return (void *)moved;
}

int main(int argc, char **argv)
{
	int n = argc - 2 < LIBRARIES ? argc - 2 : LIBRARIES;
	pthread_t threads[LIBRARIES];
	void *moved;
	char c;

	setvbuf(stdout, NULL, _IOLBF, 0);
	rounds = atoi(argv[1]);
	if (rounds < 0) { // traced by -p: begins when it reads something
		puts("ready");
		rounds = -rounds;
		if (scanf("%c", &c) != 1)
			return 1;
	}
	for (int i = 0; i < n; i++)
		pthread_create(&threads[i], NULL, open_often, argv[i + 2]);
	for (int i = 0; i < n; i++) {
		pthread_join(threads[i], &moved);
		printf("%s opened %d, %s\n", argv[i + 2] + 2, rounds,
		       moved ? "moved" : "at one place");
	}
	return 0;
}

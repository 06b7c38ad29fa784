/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * loads KIND: passes a text 2,000 times to take(), with a struct in the same memory. The memory:
 *
 *	literal, data, zeros, stack	exists as long as the program runs; zeros: .bss
 *	heap, map			may vanish
 *	library				data of the C library
 *	own				the program's file, as the program maps it once more
 *	end				ends without a NUL where no memory follows
 *	hidden				data that the program takes away at last, for one call more
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { CALLS = 2000, PAGE = 4096 };

struct item {
	char text[16];
	int number;
	long sum;
};

static volatile long n_taken;
long take(const struct item *item);

__attribute__((noipa)) long take(const struct item *item)
{
	n_taken += 3;
	return n_taken + (item != NULL);
}

static const struct item literal = {"literal", 3, 5};
static struct item data = {"data", 3, 5};
static struct item zeros;
static struct item hidden[PAGE / sizeof(struct item) * 2]
    __attribute__((aligned(PAGE))) = {{"hidden", 3, 5}};

static const void *memory_of(const char *kind)
{
	void *pages =
	    mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	struct item *heap = malloc(sizeof(*heap));

	zeros = *heap = data;
	memcpy(pages, heap, sizeof(*heap));
	if (!strcmp(kind, "literal"))
		return &literal;
	if (!strcmp(kind, "data"))
		return &data;
	if (!strcmp(kind, "zeros"))
		return &zeros;
	if (!strcmp(kind, "heap"))
		return heap;
	if (!strcmp(kind, "map"))
		return pages;
	if (!strcmp(kind, "library"))
		return stdout;
	if (!strcmp(kind, "own"))
		return mmap(NULL, PAGE, PROT_READ, MAP_PRIVATE, open("/proc/self/exe", O_RDONLY),
			    0);
	if (!strcmp(kind, "hidden"))
		return hidden;
	munmap((char *)pages + PAGE, PAGE);
	memset(pages, 'x', PAGE);
	return (char *)pages + PAGE - 8;
}

int main(int argc, char **argv)
{
	const char *kind = argc > 1 ? argv[1] : "";
	struct item stack = data;
	const struct item *item = strcmp(kind, "stack") ? memory_of(kind) : &stack;

	for (int i = 0; i < CALLS; i++)
		take(item);
	if (!strcmp(kind, "hidden")) {
		mprotect(hidden, sizeof(hidden), PROT_NONE);
		usleep(500000); // the tracer sees that within 0.1 s
		take(item);
	}
	return 0;
}

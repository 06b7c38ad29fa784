// SPDX-License-Identifier: BSD-2-Clause
// Touches 300 pages: first by reading, which maps the page of zeros, then by writing. close(-1000)
// comes before, close(-1001) between, close(-1002) after.
#include <sys/mman.h>
#include <unistd.h>

enum { PAGES = 300, SIZE = 4096 };

static volatile char *fresh(void)
{
	char *p =
	    mmap(NULL, PAGES * SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	madvise(p, PAGES * SIZE, MADV_NOHUGEPAGE);
	return p;
}

static int touch(volatile char *p, int how)
{
	int sum = 0;

	close(-1000 - how);
	for (int i = 0; i < PAGES; i++)
		if (how)
			p[i * SIZE] = 1;
		else
			sum += p[i * SIZE];
	return sum;
}

int main(void)
{
	volatile char *p = fresh();
	int sum = 0;

	for (int round = 0; round < 2;
	     round++, p = fresh()) { // the first one touches code and stack, too
		sum = touch(p, 0) + touch(p, 1);
		close(-1002);
	}
	return sum;
}

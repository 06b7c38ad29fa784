/* SPDX-License-Identifier: BSD-2-Clause */
// Does reading a fresh page map the page of zeros, so that writing to it faults once more?
#include <stddef.h>
#include <sys/mman.h>
#include <sys/resource.h>

static long faults(void)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	return usage.ru_minflt;
}

int main(void)
{
	enum { PAGES = 64, SIZE = 4096 };
	volatile char *p =
	    mmap(NULL, PAGES * SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	int sum = 0;
	long before;

	for (int i = 0; i < PAGES; i++)
		sum += p[i * SIZE];
	before = faults();
	for (int i = 0; i < PAGES; i++)
		p[i * SIZE] = 1;
	return sum || faults() - before < PAGES;
}

// SPDX-License-Identifier: BSD-2-Clause
// swap DEVICE: has 64 pages written to this swap device. On one CPU: new pages that wait in another
// one's batch for the list of pages are not paged out.
#include <sched.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/swap.h>
#include <unistd.h>

enum { PAGES = 64, PAGE = 4096 };

int main(int argc, char **argv)
{
	char *p =
	    mmap(NULL, PAGES * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	cpu_set_t cpus;

	CPU_ZERO(&cpus);
	CPU_SET(sched_getcpu(), &cpus);
	sched_setaffinity(0, sizeof(cpus), &cpus);
	madvise(p, PAGES * PAGE, MADV_NOHUGEPAGE);
	for (int i = 0; i < PAGES * PAGE; i++)
		p[i] = i * 7 + i / 4096;
	return swapon(argv[1], 0) || madvise(p, PAGES * PAGE, MADV_PAGEOUT) || swapoff(argv[1]);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/* Opens /absent/0 to /absent/199 by names that lie in pages of a mapped file, none of which is
 * resident when its call begins. */
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PAGE = 4096, NAMES = 200 };

int main(void)
{
	FILE *f = tmpfile();
	char *p;

	if (!f || ftruncate(fileno(f), NAMES * PAGE))
		return 1;
	for (int i = 0; i < NAMES; i++) {
		char name[32];
		int n = snprintf(name, sizeof(name), "/absent/%d", i);

		if (pwrite(fileno(f), name, (size_t)n, i * PAGE) != n)
			return 1;
	}
	p = mmap(NULL, NAMES * PAGE, PROT_READ, MAP_PRIVATE, fileno(f), 0);
	if (p == MAP_FAILED)
		return 1;
	for (int i = 0; i < NAMES; i++) {
		madvise(p, NAMES * PAGE, MADV_DONTNEED); /* what the last call has brought in */
		open(p + i * PAGE, O_RDONLY);
	}
	return 0;
}

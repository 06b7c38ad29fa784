// SPDX-License-Identifier: BSD-2-Clause
// A program without symbols prints where its function lies.
/* cflags: -s */
#include <link.h>
#include <stdio.h>

__attribute__((noinline)) long work(long n)
{
	__asm__ volatile("");
	return n * 3;
}

static int first(struct dl_phdr_info *info, size_t size, void *base)
{
	*(unsigned long *)base = info->dlpi_addr;
	return 1;
}

int main(void)
{
	unsigned long base;

	dl_iterate_phdr(first, &base);
	printf("0x%lx %lx\n", (unsigned long)work - base, (unsigned long)work - base);
	for (long i = 0; i < 1000; i++)
		work(i);
	return 0;
}

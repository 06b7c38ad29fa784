/* SPDX-License-Identifier: BSD-2-Clause */
/* cflags: -fno-builtin */
/* Allocates by calloc(), which zeroes small blocks itself and larger ones by memset(). */
#include <stdlib.h>

static void *volatile kept;

int main(void)
{
	static const size_t sizes[] = {24, 72, 73, 136, 1000, 65000, 140000};

	for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++)
		kept = calloc(1, sizes[i]);
	kept = calloc(10, 300);
	free(kept);
	return 0;
}

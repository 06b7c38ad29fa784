// SPDX-License-Identifier: BSD-2-Clause
/* cflags: -rdynamic */
/*
 * Hands addresses of data to mark(): of variables that are exported and that are not, with and
 * without a value in the file, of constants, of a library, of none.
 */
#include <stdio.h>
#include <stdlib.h>

int shared[4] = {1, 2, 3, 4};
static int hidden[4] = {1, 2, 3, 4};
int zeroes[100000];
static int hidden_zeroes[100000];
const char constant[] = "constant";

__attribute__((noipa)) void mark(const volatile void *p)
{
	__asm__ volatile("" : : "r"(p));
}

int main(void)
{
	int local = 0;
	void *heap = malloc(1);

	hidden[1]++;
	hidden_zeroes[1]++;
	mark(&shared[0]);
	mark(&shared[2]);
	mark(&hidden[3]);
	mark(&zeroes[99999]);
	mark(&hidden_zeroes[99999]);
	mark(&constant[2]);
	mark(stdout);
	mark(&local);
	mark(heap);
	free(heap);
	return hidden[1] + hidden_zeroes[1] != 3;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/* Calls leaf() from known places: four times inlined through inner() and once from middle(), twice;
 * once from main(). */
#include <unistd.h>

static volatile int calls;

__attribute__((noinline)) void leaf(int size)
{
	calls += size;
}

static inline __attribute__((always_inline)) void inner(int size)
{
	leaf(size);
}

__attribute__((noinline)) void middle(int n)
{
	for (int i = 0; i < n; i++)
		inner(10);
	leaf(1);
}

int main(void)
{
	middle(4);
	middle(4);
	leaf(100);
	for (int i = 0; i < 3; i++)
		getppid();
	return 0;
}

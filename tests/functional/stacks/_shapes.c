/* SPDX-License-Identifier: BSD-2-Clause */
// Functions of many shapes, called in the same order in each run: recursion, frames of any size,
// calls back from the C library, many arguments, a tail call, an early return.
#include <alloca.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

volatile long sink;

__attribute__((noipa)) void t_leaf(long n)
{
	for (long i = 0; i < n % 3; i++)
		sink += i;
}

__attribute__((noipa)) long t_many(long a, long b, long c, long d, long e, long f, long g, long h)
{
	t_leaf(a);
	return a * b + c * d + e * f + g * h + sink;
}

__attribute__((noipa)) long t_sum(int n, ...)
{
	va_list list;
	long sum = 0;

	va_start(list, n);
	while (n--)
		sum += va_arg(list, long);
	va_end(list);
	t_leaf(sum);
	return sum;
}

__attribute__((noipa)) void t_room(size_t n)
{
	char *room = alloca(n);

	memset(room, (int)n, n);
	t_leaf(room[n / 2]);
}

__attribute__((noipa)) void t_large(long n)
{
	volatile char room[70000];

	room[n] = 1;
	t_leaf(room[n]);
}

__attribute__((noipa)) int t_compare(const void *a, const void *b)
{
	t_leaf(2);
	return *(const int *)a - *(const int *)b;
}

__attribute__((noipa)) void t_sort(void)
{
	int v[] = {3, 1, 2, 5, 4};

	qsort(v, 5, sizeof(v[0]), t_compare);
	sink += v[0];
}

__attribute__((noipa)) long t_deep(long n)
{
	if (n <= 0) {
		t_sort();
		return 1;
	}
	return n * t_deep(n - 1) + t_many(n, 2, 3, 4, 5, 6, 7, 8);
}

__attribute__((noipa)) void t_tail(long n)
{
	sink += n;
	t_room((size_t)n);
}

__attribute__((noipa)) long t_choose(long n)
{
	if (n < 2)
		return n;
	switch (n) {
	case 2:
		return t_sum(3, 1L, 2L, 3L);
	case 3:
		t_large(77);
		break;
	case 4:
		t_tail(100);
		break;
	default:
		return t_deep(n);
	}
	return sink;
}

int main(void)
{
	for (long n = 0; n < 8; n++)
		sink += t_choose(n);
	return 0;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/* Calls a function with arguments on the stack 20,000 times, from 200 depths of more than two
 * pages. */
__attribute__((noipa)) static long take(long a, long b, long c, long d, long e, long f, long g,
					long h)
{
	return a + h;
}

__attribute__((noipa)) static long descend(int depth)
{
	volatile char frame[64] = {0};
	long sum = frame[depth % 64];

	for (long i = 0; i < 100; i++)
		sum += take(1, 2, 3, 4, 5, 6, depth, i);
	return depth ? sum + descend(depth - 1) : sum;
}

int main(void)
{
	return descend(199) == 0;
}

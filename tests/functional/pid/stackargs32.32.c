// SPDX-License-Identifier: BSD-2-Clause
/* needs: x86-64 */
// More arguments than registers hold.
__attribute__((noipa)) long sum(long a, long b, long c, long d, long e, long f, long g, long h,
				long i, long j)
{
	return a + b + c + d + e + f + g + h + i + j;
}

int main(void)
{
	return sum(1, -2, 3, 4, 5, 6, 7, -8, 9, 10) != 35;
}

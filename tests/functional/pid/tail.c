// SPDX-License-Identifier: BSD-2-Clause
// A function that ends with a jump to another one.
/* cflags: -O2 */
__attribute__((noipa)) long last(long n)
{
	return n * 2;
}

__attribute__((noipa)) long first(long n)
{
	return last(n + 1);
}

int main(void)
{
	for (long i = 0; i < 1000; i++)
		first(i);
	return 0;
}

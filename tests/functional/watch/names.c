/* SPDX-License-Identifier: BSD-2-Clause */
volatile int counter;
struct {
	char even, odd;
} volatile pair __attribute__((aligned(8)));

__attribute__((noinline)) int add(int a, int b)
{
	__asm__ volatile("");
	return a + b;
}

int main(void)
{
	counter = add(1, 2);
	return 0;
}

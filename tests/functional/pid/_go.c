/* SPDX-License-Identifier: BSD-2-Clause */
/* Functions as debug information of Go describes them: a parameter of blank() is not in it. */
__asm__("begin:");
__attribute__((noinline)) int blank(int b)
{
	__asm__ volatile("");
	return b;
}

__attribute__((noinline)) int named(int a, int b)
{
	__asm__ volatile("");
	return a + b;
}

__attribute__((noinline)) int many(int a, int b)
{
	__asm__ volatile("");
	return a - b;
}
__asm__(".globl end\nend:");

int main(void)
{
	return blank(3) + named(40, 2) + many(1, 46);
}

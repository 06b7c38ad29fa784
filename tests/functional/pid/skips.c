// SPDX-License-Identifier: BSD-2-Clause
/* needs: x86-64 */
// A function with instructions that a uprobe would break, or that the kernel refuses.
/* cflags: -mavx */
#include <stdio.h>

long odd(long n);
__asm__(".globl odd\n"
	".type odd, @function\n"
	"odd:	mov	%rdi, %rcx\n"
	"	lea	-128(%rsp), %rdi\n"
	"	xor	%eax, %eax\n"
	"	rep	stosb\n"
	"	lock addq $5, -128(%rsp)\n"
	"	cs	nopw 0(%rax)\n"
	"	xchg	%r8, %rax\n"
	"	mov	$2, %eax\n"
	"	jmp	1f\n"
	"	vpor	%xmm0, %xmm1, %xmm2\n"
	"	int3\n"
	"	pushfq\n"
	"1:	add	-128(%rsp), %rax\n"
	"	ret\n"
	".size odd, . - odd\n");

int main(void)
{
	long sum = 0;

	for (int i = 0; i < 10; i++)
		sum += odd(64);
	printf("%ld\n", sum);
	return 0;
}

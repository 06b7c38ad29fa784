/* SPDX-License-Identifier: BSD-2-Clause */
/* needs: x86-64 */
/*
 * cflags: -O2 -fno-omit-frame-pointer -fno-optimize-sibling-calls -fcf-protection=none
 *
 * untold() sets up a frame, and no table says so.
 */
__asm__(".text\n"
	".type untold,@function\nuntold:\n"
	"	push %rbp\n"
	"	mov %rsp, %rbp\n"
	"	nop\n"
	"	nop\n"
	"	nop\n"
	"	nop\n"
	"	pop %rbp\n"
	"	ret\n.size untold,.-untold\n");

void untold(void);

__attribute__((noinline)) static int outer(void)
{
	untold();
	return 0;
}

int main(void)
{
	return outer();
}

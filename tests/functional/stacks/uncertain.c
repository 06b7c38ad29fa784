/* SPDX-License-Identifier: BSD-2-Clause */
/* needs: x86-64 */
/*
 * cflags: -fno-omit-frame-pointer -fno-optimize-sibling-calls
 *
 * framed() calls bare(), which has no frame pointer and calls the kernel.
 */
__asm__(".text\n"
	".type bare,@function\nbare:\n.cfi_startproc\n"
	"	sub $24, %rsp\n.cfi_adjust_cfa_offset 24\n"
	"	mov $110, %eax\n" // getppid
	"	syscall\n"
	"	add $24, %rsp\n.cfi_adjust_cfa_offset -24\n"
	"	ret\n.cfi_endproc\n.size bare,.-bare\n");

void bare(void);

__attribute__((noinline)) static int framed(void)
{
	bare();
	return 1;
}

int main(void)
{
	return framed() - 1;
}

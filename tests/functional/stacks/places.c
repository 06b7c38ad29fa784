/* SPDX-License-Identifier: BSD-2-Clause */
/* needs: x86-64 */
/*
 * cflags: -O2 -fno-omit-frame-pointer -fno-optimize-sibling-calls -fcf-protection=none
 *
 * outer() with a frame pointer calls functions of each kind, each of which calls nothing:
 * bare() has no frame, framed() sets one up, busy() uses the frame pointer for its own ends.
 */
#include "_outer.h"

__asm__(".text\n"
	".globl bare\n.type bare,@function\nbare:\n.cfi_startproc\n"
	"	sub $24, %rsp\n.cfi_adjust_cfa_offset 24\n"
	"	nop\n"
	"	add $24, %rsp\n.cfi_adjust_cfa_offset -24\n"
	"	ret\n.cfi_endproc\n.size bare,.-bare\n"
	".globl framed\n.type framed,@function\nframed:\n.cfi_startproc\n"
	"	push %rbp\n.cfi_def_cfa_offset 16\n.cfi_offset 6,-16\n"
	"	mov %rsp, %rbp\n.cfi_def_cfa_register 6\n"
	"	nop\n"
	"	pop %rbp\n.cfi_def_cfa 7,8\n"
	"	ret\n.cfi_endproc\n.size framed,.-framed\n"
	".globl moved\n.type moved,@function\nmoved:\n.cfi_startproc\n"
	"	endbr64\n"
	"	test %edi, %edi\n"
	"	push %rbx\n.cfi_def_cfa_offset 16\n.cfi_offset 3,-16\n"
	"	nop\n"
	"	pop %rbx\n.cfi_def_cfa_offset 8\n"
	"	ret\n.cfi_endproc\n.size moved,.-moved\n");

void bare(void);
void framed(void);
void moved(int);

NOINLINE static void inner(void)
{
	bare();
	framed();
	moved(1);
	sink++;
}

NOINLINE static void recursive(int n)
{
	if (n)
		recursive(n - 1);
	else
		framed();
	sink++;
}

int main(void)
{
	outer();
	recursive(2);
	return 0;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/* needs: aarch64 */
/* cflags: -O2 -fno-optimize-sibling-calls -mbranch-protection=standard */
/*
 * Functions that sign their return addresses: at each of their instructions, the caller is known.
 * leaf() keeps its return address in the register, framed() in a frame, moved() on the stack.
 */
#include "_outer.h"

#include <unistd.h>

__asm__(
    ".text\n"
    ".globl leaf\n.type leaf,@function\nleaf:\n.cfi_startproc\n"
    "	hint #34\n" // bti c
    "	nop\n"
    "	ret\n.cfi_endproc\n.size leaf,.-leaf\n"
    ".globl framed\n.type framed,@function\nframed:\n.cfi_startproc\n"
    "	hint #25\n.cfi_negate_ra_state\n" // paciasp
    "	stp x29, x30, [sp, #-32]!\n.cfi_def_cfa_offset 32\n.cfi_offset 29,-32\n.cfi_offset 30,-24\n"
    "	mov x29, sp\n"
    "	nop\n"
    "	ldp x29, x30, [sp], #32\n.cfi_def_cfa_offset 0\n.cfi_restore 29\n.cfi_restore 30\n"
    "	hint #29\n.cfi_negate_ra_state\n" // autiasp, which cannot be probed
    "	ret\n.cfi_endproc\n.size framed,.-framed\n"
    ".globl moved\n.type moved,@function\nmoved:\n.cfi_startproc\n"
    "	hint #25\n.cfi_negate_ra_state\n"
    "	str x30, [sp, #-16]!\n.cfi_def_cfa_offset 16\n.cfi_offset 30,-16\n"
    "	nop\n"
    "	ldr x30, [sp], #16\n.cfi_def_cfa_offset 0\n.cfi_restore 30\n"
    "	hint #29\n.cfi_negate_ra_state\n"
    "	ret\n.cfi_endproc\n.size moved,.-moved\n");

void leaf(void);
void framed(void);
void moved(void);

NOINLINE static void inner(void)
{
	leaf();
	framed();
	moved();
	getppid();
	sink++;
}

int main(void)
{
	outer();
	return 0;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/* needs: aarch64 */
/* cflags: -O2 -fno-optimize-sibling-calls */
/*
 * Functions of assembly without an unwinding table, as OpenSSL has them: leaf() has no frame,
 * framed() signs its return address and calls leaf(), kept() loads only the frame pointer again,
 * grown() has a frame of any size, shared() reaches its end in two ways, and unknown() keeps the
 * return address in a register. Data are between them.
 */
#include "_outer.h"

#define FUNCTION(name, text)                                                                     \
	__asm__(".text\n.type " #name ",@function\n" #name ":\n" text ".size " #name ",.-" #name \
		"\n")

FUNCTION(leaf, "	add x0, x0, #1\n"
	       "	ret\n");
__asm__(".inst 0x6a09e667, 0xd10043ff, 0, 0\n");
// Hints 25 and 29 are paciasp and autiasp. The kernel refuses a probe at the latter.
FUNCTION(framed, "	hint #25\n"
		 "	stp x29, x30, [sp, #-32]!\n"
		 "	mov x29, sp\n"
		 "	str x19, [sp, #16]\n"
		 "	bl leaf\n"
		 "	ldr x19, [sp, #16]\n"
		 "	ldp x29, x30, [sp], #32\n"
		 "	hint #29\n"
		 "	ret\n");
FUNCTION(kept, "	stp x29, x30, [sp, #-16]!\n"
	       "	mov x29, sp\n"
	       "	nop\n"
	       "	ldr x29, [sp], #16\n"
	       "	ret\n");
FUNCTION(grown, "	stp x29, x30, [sp, #-16]!\n"
		"	mov x29, sp\n"
		"	sub x9, sp, x0, lsl #4\n"
		"	mov sp, x9\n"
		"	str x0, [sp]\n"
		"	mov sp, x29\n"
		"	ldp x29, x30, [sp], #16\n"
		"	ret\n");
FUNCTION(shared, "	str x30, [sp, #-16]!\n"
		 "	cbz x0, 1f\n"
		 "	bl leaf\n"
		 "	b 2f\n"
		 "1:	nop\n"
		 "2:	ldr x30, [sp], #16\n"
		 "	ret\n");
FUNCTION(unknown, "	mov x9, x30\n"
		  "	mov x30, #0\n"
		  "	nop\n"
		  "	mov x30, x9\n"
		  "	ret\n");

void leaf(long);
void framed(long);
void kept(long);
void grown(long);
void shared(long);
void unknown(long);

NOINLINE static void inner(void)
{
	leaf(1);
	framed(1);
	kept(1);
	grown(1);
	shared(0);
	shared(1);
	unknown(1);
	sink++;
}

int main(void)
{
	outer();
	return 0;
}

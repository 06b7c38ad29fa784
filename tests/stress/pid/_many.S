/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * FUNCTIONS functions f0, f1, … of ten instructions each: fN(x) is x + 1. `many_call(x)` calls them
 * all, one with the result of the other.
 */
	.altmacro
	.macro function n
	.globl	f\n
	.type	f\n, @function
f\n:
#ifdef __x86_64__
	push	%rbp
	mov	%rsp, %rbp
	mov	%rdi, %rax
	nop
	inc	%rax
	test	%rax, %rax
	nop
	nop
	pop	%rbp
	ret
#else
	stp	x29, x30, [sp, -16]!
	mov	x29, sp
	nop
	nop
	add	x0, x0, 1
	tst	x0, x0
	nop
	nop
	ldp	x29, x30, [sp], 16
	ret
#endif
	.size	f\n, . - f\n
	.endm
	.macro call_function n
#ifdef __x86_64__
	mov	%rax, %rdi
	call	f\n
#else
	bl	f\n
#endif
	.endm

	.text
	.set	i, 0
	.rept	FUNCTIONS
	function %i
	.set	i, i + 1
	.endr

	.globl	many_end
many_end:

	/* No function to the tracer: it has no size. */
	.section .text.many_call, "ax", @progbits
	.globl	many_call
many_call:
#ifdef __x86_64__
	push	%rbp
	mov	%rdi, %rax
#else
	stp	x29, x30, [sp, -16]!
#endif
	.set	i, 0
	.rept	FUNCTIONS
	call_function %i
	.set	i, i + 1
	.endr
#ifdef __x86_64__
	pop	%rbp
#else
	ldp	x29, x30, [sp], 16
#endif
	ret
	.section .note.GNU-stack, "", @progbits

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * FUNCTIONS functions f0, f1, … of ten instructions each: fN(x) is x + 1. `many_call(x)` calls them
 * all, one with the result of the other.
 */
	.altmacro
	.macro function n
	.globl	f\n
	.type	f\n, @function
f\n:	push	%rbp
	mov	%rsp, %rbp
	mov	%rdi, %rax
	nop
	inc	%rax
	test	%rax, %rax
	nop
	nop
	pop	%rbp
	ret
	.size	f\n, . - f\n
	.endm
	.macro call_function n
	mov	%rax, %rdi
	call	f\n
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
	push	%rbp
	mov	%rdi, %rax
	.set	i, 0
	.rept	FUNCTIONS
	call_function %i
	.set	i, i + 1
	.endr
	pop	%rbp
	ret
	.section .note.GNU-stack, "", @progbits

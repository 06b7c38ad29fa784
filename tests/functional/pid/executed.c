/* SPDX-License-Identifier: BSD-2-Clause */
/* needs: x86-64 */
/*
 * Functions whose ret or endbr64 a program may execute instead of the kernel. run(n) calls each of
 * them n times and adds up the results; all of its return addresses are probed.
 */
#include <stdio.h>

__asm__(
    "	.text\n"
    "	.macro function name\n"
    "	.globl \\name\n"
    "	.type \\name, @function\n"
    "\\name:\n"
    "	.endm\n"
    "	.macro end name\n"
    "	.size \\name, .-\\name\n"
    "	.endm\n"
    "	function f_plain\n"
    "	mov	$7, %eax\n"
    "	ret\n"
    "	end f_plain\n"
    "	function f_repeat\n"
    "	mov	$20, %eax\n"
    "	.byte	0xf3, 0xc3\n" // rep ret
    "	end f_repeat\n"
    "	function f_adjacent\n" // a called function left the address of the ret on the stack here
    "	call	f_plain\n"
    "	ret\n"
    "	end f_adjacent\n"
    "	function f_checked\n" // after endbr64 no instruction that the kernel emulates
    "	endbr64\n"
    "	sub	$24, %rsp\n"
    "	mov	$300, %eax\n"
    "	add	$24, %rsp\n"
    "	ret\n"
    "	end f_checked\n"
    "	function f_takes\n" // takes its argument off the stack
    "	mov	8(%rsp), %rax\n"
    "	ret	$8\n"
    "	end f_takes\n"
    "	function f_depth\n" // calls itself %edi times
    "	xor	%eax, %eax\n"
    "	test	%edi, %edi\n"
    "	je	1f\n"
    "	dec	%edi\n"
    "	call	f_depth\n"
    "	inc	%eax\n"
    "1:	ret\n"
    "	end f_depth\n"
    "	function run\n"
    "	push	%rbx\n"
    "	push	%rbp\n"
    "	mov	%edi, %ebx\n"
    "	xor	%ebp, %ebp\n"
    "1:	call	f_plain\n"
    "	add	%rax, %rbp\n"
    "	call	f_repeat\n"
    "	add	%rax, %rbp\n"
    "	call	f_adjacent\n"
    "	add	%rax, %rbp\n"
    "	call	f_checked\n"
    "	add	%rax, %rbp\n"
    "	push	$4000\n"
    "	call	f_takes\n"
    "	add	%rax, %rbp\n"
    "	mov	$5, %edi\n"
    "	call	f_depth\n"
    "	add	%rax, %rbp\n"
    "	dec	%ebx\n"
    "	jne	1b\n"
    "	mov	%rbp, %rax\n"
    "	pop	%rbp\n"
    "	pop	%rbx\n"
    "	ret\n"
    "	end run\n");

long run(int n);

int main(void)
{
	printf("%ld\n", run(100));
	return 0;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/* needs: x86-64 */
/*
 * cflags: -O1 -fno-omit-frame-pointer -fno-optimize-sibling-calls
 *
 * Functions without a table call the kernel, and keep no frame pointer: skipping() leaves its
 * caller's in the register; in the others the register leads to data, to a zero, or is zero itself.
 */
#define FUNCTION(name, ...)                                                  \
	__asm__(".text\n.type " #name ",@function\n" #name ":\n" __VA_ARGS__ \
		"	mov $110, %eax\n" /* getppid */                      \
		"	syscall\n"                                                 \
		"	mov %r9, %rbp\n"                                           \
		"	add $40, %rsp\n"                                           \
		"	ret\n"                                                     \
		".skip 16, 0x90\n.size " #name ",.-" #name "\n");            \
	void name(void);                                                     \
	__attribute__((noinline)) static int call_##name(void)               \
	{                                                                    \
		name();                                                      \
		return 0;                                                    \
	}

int data[4];

FUNCTION(skipping, "	sub $40, %rsp\n	mov %rbp, %r9\n")
FUNCTION(straying, "	sub $40, %rsp\n	mov %rbp, %r9\n"
		   "	lea data(%rip), %rax\n	mov %rax, 16(%rsp)\n	lea 8(%rsp), %rbp\n")
FUNCTION(ending, "	sub $40, %rsp\n	mov %rbp, %r9\n"
		 "	movq $0, 16(%rsp)\n	lea 8(%rsp), %rbp\n")
FUNCTION(zeroed, "	sub $40, %rsp\n	mov %rbp, %r9\n	xor %ebp, %ebp\n")

int main(void)
{
	return call_skipping() + call_straying() + call_ending() + call_zeroed();
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A program with two functions and the table of them that a Go program of that VERSION carries.
 * first() and second() call getppid, three times and twice.
 */
#ifdef __x86_64__
# define GETPPID mov $110, %eax; syscall
# define CALL call
# define BEGIN
# define END xor %eax, %eax
# define QUANTUM 1
#else
# define GETPPID mov x8, 173; svc 0
# define CALL bl
# define BEGIN stp x29, x30, [sp, -16]!
# define END mov w0, 0; ldp x29, x30, [sp], 16
# define QUANTUM 4
#endif
#define HEAD(magic) .long magic; .byte 0, 0, QUANTUM, 8
#define N_FUNCTIONS .quad 2

	.text
begin:
first:
	GETPPID
	ret
second:
	GETPPID
	ret
end:
	.globl main
main:
	BEGIN
	CALL first
	CALL first
	CALL first
	CALL second
	CALL second
	END
	ret

	.section .gopclntab, "a"
table:
#if VERSION >= 118
	HEAD(MAGIC)
	N_FUNCTIONS
	.quad 0, begin
	.quad names - table, units - table, units - table, units - table, functions - table
#elif VERSION >= 116
	HEAD(0xfffffffa)
	N_FUNCTIONS
	.quad 0
	.quad names - table, units - table, units - table, units - table, functions - table
#else
	HEAD(0xfffffffb)
	N_FUNCTIONS
#endif

#if VERSION >= 118
names:
	.byte 0
name1:
	.asciz "main.first"
name2:
	.asciz "main.(*T).second"
units:
functions:
	.long first - begin, described1 - functions, second - begin, described2 - functions, end - begin
described1:
	.long first - begin, name1 - names
described2:
	.long second - begin, name2 - names
#else
functions:
# if VERSION >= 116
#  define FROM functions
#  define NAMES names
# else
#  define FROM table
#  define NAMES table
# endif
	.quad first, described1 - FROM, second, described2 - FROM, end
described1:
	.quad first
	.long name1 - NAMES
described2:
	.quad second
	.long name2 - NAMES
names:
	.byte 0
name1:
	.asciz "main.first"
name2:
	.asciz "main.(*T).second"
units:
#endif
	.section .note.GNU-stack, ""

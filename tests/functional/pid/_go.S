/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The table of functions of a Go program, with the shapes of the parameters of blank(), named() and
 * many(): two each of the first two, more than the table can say of the third.
 */
	.section .rodata
"go:func.*":
	.byte 0
two:
	.byte 0, 4, 0xfe, 8, 8, 16, 8, 0xfd, 0xff // a number, then a string
more:
	.byte 0, 8, 0xfe, 0xfe, 0xfc, 0xfd, 0xfd, 8, 8, 0xfc, 0xff

#define DESCRIBED(label, shape) \
label: .long 0, 0, 0, 0, 0, 0, 0, 1, 0, 0; .byte 0, 0, 0, 6; \
	.long 0, -1, -1, -1, -1, -1, shape - "go:func.*"

	.section .gopclntab, "a"
table:
	.long 0xfffffff1
	.byte 0, 0, 1, 8
	.quad 3, 0, begin
	.quad names - table, units - table, units - table, units - table, functions - table
names:
	.byte 0
units:
functions:
	.long blank - begin, 1f - functions, named - begin, 2f - functions
	.long many - begin, 3f - functions, end - begin
DESCRIBED(1, two)
DESCRIBED(2, two)
DESCRIBED(3, more)
	.section .note.GNU-stack, "", @progbits

/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The calling convention of a kind of machine code, as far as it follows from types.
 *
 * Integer arguments are numbered: first registers, then words of the stack. A value in a register
 * that the convention does not use for arguments is DT_RAW_REGISTER + its DWARF number.
 */
#ifndef DT_TYPES_CONVENTION_H
#define DT_TYPES_CONVENTION_H

#include <stdbool.h>
#include <stdint.h>

/** Where a system call returns, raw argument DT_RAW_OF_CALL + N is argument N of the call, and
 *  DT_RAW_CREATED is 1 if what the call has created returns. No program can name them. */
enum { DT_RAW_OF_CALL = 10, DT_RAW_CREATED = DT_RAW_OF_CALL + 9 };

enum {
	DT_RAW_REGISTER = 192,
	DT_RAW_NONE = UINT8_MAX, // unknown, as are all following ones
	DT_ARG_REGS = 8,	 // maximum number of argument registers
	DT_DWARF_REGS = 32,	 // maximum of n_dwarf
};

struct dt_convention {
	unsigned word; // bytes of an address
	/** Number of registers for integers and pointers, and for floating-point numbers. If there
	 *  are none, all arguments are words on the stack, and all structs count as large results.
	 */
	unsigned n_args, n_float_args;
	unsigned n_dwarf;		 // number of integer registers in DWARF, the first ones
	uint8_t dwarf_args[DT_ARG_REGS]; // DWARF numbers of the n_args registers
	/** Maximum size of a struct in registers. A larger argument is on the stack; a larger
	 *  result is in memory to which a hidden first argument points. */
	unsigned largest;
	/**
	 * The convention of 64-bit Arm: a larger argument is a pointer to a copy, and the pointer
	 * to a larger result is in a register that no argument uses. A struct of at most four
	 * floating-point numbers of one type is in their registers, however large; other structs
	 * are in integer registers only. After an argument on the stack, no other is in a register
	 * of its kind. A value with the alignment of two words begins in a register with an even
	 * number.
	 */
	bool is_aapcs64;
};

#endif

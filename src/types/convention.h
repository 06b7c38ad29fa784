/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * How the functions of a kind of machine code hand values over, as far as it follows from types.
 *
 * Integer arguments are numbered: registers first, then words of the stack. What lies in a register
 * that the convention has no use for is DT_RAW_REGISTER + the register's number in DWARF.
 */
#ifndef DT_TYPES_CONVENTION_H
#define DT_TYPES_CONVENTION_H

#include <stdint.h>

enum {
	DT_RAW_REGISTER = 192,
	DT_RAW_NONE = UINT8_MAX, // not known, nor is what follows
	DT_ARG_REGS = 8,	 // at most
	DT_DWARF_REGS = 16,	 // that hold integers: the first ones
};

struct dt_convention {
	unsigned word; // bytes of an address
	/** Registers for integers and addresses, for floating-point numbers. None: all arguments
	 * are words on the stack, and all results that are no scalars are large. */
	unsigned n_args, n_float_args;
	uint8_t dwarf_args[DT_ARG_REGS]; // numbers in DWARF of the first n_args
	/** Bytes that registers hold of one struct. A larger argument is on the stack, a larger
	 *  result where a hidden first argument points. */
	unsigned largest;
};

#endif

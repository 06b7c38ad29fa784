/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * How the functions of a kind of machine code hand values over, as far as it follows from types.
 */
#ifndef DT_TYPES_CONVENTION_H
#define DT_TYPES_CONVENTION_H

struct dt_convention {
	unsigned word; // bytes of an address
	/** Registers for integers and addresses, for floating-point numbers. None: all arguments
	 * are words on the stack, and all results that are no scalars are large. */
	unsigned n_args, n_float_args;
	/** Bytes that registers hold of one struct. A larger argument is on the stack, a larger
	 *  result where a hidden first argument points. */
	unsigned largest;
};

#endif

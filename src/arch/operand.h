/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The arguments of a USDT probe as its note spells them: operands in the architecture's assembly,
 * each with the size of the value before it, negative if it is signed; of x86-64
 * "-4@%eax 8@-16(%rbp) 4@$7 8@name(%rip)".
 */
#ifndef DT_ARCH_OPERAND_H
#define DT_ARCH_OPERAND_H

#include "arch/arch.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum dt_operand_kind {
	DT_OPERAND_UNREADABLE, // floating point registers, segments, what is no operand at all
	DT_OPERAND_CONST,      // disp
	DT_OPERAND_REG,	       // base, from bit `shift` on
	DT_OPERAND_ADDR,       // base + index * scale + disp
	DT_OPERAND_MEM,	       // what lies there
};

enum { DT_OPERAND_SYMBOL_MAX = 128 };

struct dt_operand {
	enum dt_operand_kind kind;
	uint8_t size; // bytes of the value: 1, 2, 4, 8
	bool is_signed, is_float;
	// Places in struct pt_regs, DT_NO_REG: none. A base of the program counter means the place
	// of the probe.
	int base, index;
	uint8_t shift;
	uint8_t scale;
	int64_t disp;
	/** Its address is to be added; "" = none. dt_operand_resolve() does so. */
	char symbol[DT_OPERAND_SYMBOL_MAX];
};

/** Read the operand at *text, which goes behind it; false at the end. What cannot be read is an
 *  operand of kind UNREADABLE. */
bool dt_operand_next(const char **text, struct dt_operand *ret);
/** Replace the symbol, which lies at `addr` in the file whose probe is at `pc`. */
void dt_operand_resolve(struct dt_operand *o, uint64_t addr, uint64_t pc);
/** Do they give the same value? Of resolved ones. */
bool dt_operand_equal(const struct dt_operand *a, const struct dt_operand *b);

#endif

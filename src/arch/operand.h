/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Parses the arguments of a USDT probe's note: operands in the architecture's assembly, each
 * preceded by the size of its value, negative if it is signed. An x86-64 example:
 * "-4@%eax 8@-16(%rbp) 4@$7 8@name(%rip)".
 */
#ifndef DT_ARCH_OPERAND_H
#define DT_ARCH_OPERAND_H

#include "arch/arch.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum dt_operand_kind {
	DT_OPERAND_UNREADABLE, // floating-point registers, segments, or not an operand
	DT_OPERAND_CONST,      // disp
	DT_OPERAND_REG,	       // base >> shift
	DT_OPERAND_ADDR,       // base + index * scale + disp
	DT_OPERAND_MEM,	       // memory at base + index * scale + disp
};

enum { DT_OPERAND_SYMBOL_MAX = 128 };

struct dt_operand {
	enum dt_operand_kind kind;
	uint8_t size; // bytes of the value: 1, 2, 4, 8
	bool is_signed, is_float;
	// Offsets in struct pt_regs, or DT_NO_REG. If the base is the program counter, its value is
	// the address of the probe.
	int base, index;
	uint8_t shift;
	uint8_t scale;
	int64_t disp;
	/** dt_operand_resolve() adds the address of this symbol; "": none. */
	char symbol[DT_OPERAND_SYMBOL_MAX];
};

/** Reads the operand at *text and advances *text. Returns false at the end of the text. Anything
 * that it cannot parse becomes an operand of kind UNREADABLE. */
bool dt_operand_next(const char **text, struct dt_operand *ret);
/** Implemented by each architecture: reads an operand without its size, and advances *text. Returns
 * false if there is none. */
bool dt_operand_take(const char **text, struct dt_operand *o);
/** Reports whether a symbol may contain the character. */
bool dt_operand_in_symbol(char c);
/** For architectures: reads a sum of numbers and at most one symbol, and advances *text. Returns
 * false if the text is no sum. */
bool dt_operand_take_sum(const char **text, struct dt_operand *o);
/** A blank between these does not end an operand. */
extern const char dt_operand_brackets[2];
/** Replaces the symbol by its address `addr`. The probe is at address `pc` of the same file. */
void dt_operand_resolve(struct dt_operand *o, uint64_t addr, uint64_t pc);
/** Reports whether two resolved operands have the same value. */
bool dt_operand_equal(const struct dt_operand *a, const struct dt_operand *b);

#endif

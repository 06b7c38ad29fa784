/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Finds registers of a function with equal values, among those computed from the context alone: its
 * words, memory that these point to, and sums and differences of both.
 */
#ifndef DT_IR_VALUES_H
#define DT_IR_VALUES_H

#include "ir/ir.h"

enum { DT_IR_MAX_VALUES = 128 };

struct dt_ir_value {
	enum dt_ir_op op;
	uint8_t width;
	dt_reg a, b; // the first registers with the operands' values
	int64_t imm, off;
	dt_reg first;
};

struct dt_ir_values {
	const unsigned *defs; // by register: number of assignments; owned by the caller
	dt_reg *first;	      // by register: the first register with the same value; 0: unknown
	dt_reg ctx;
	struct dt_ir_value known[DT_IR_MAX_VALUES];
	unsigned n;
};

void dt_ir_values_init(struct dt_ir_values *v, const struct dt_ir_func *f, const unsigned *defs);
void dt_ir_values_deinit(struct dt_ir_values *v);
/** Visits an instruction. The caller visits all instructions of a function in order. */
void dt_ir_values_pass(struct dt_ir_values *v, const struct dt_ir_insn *i);
/** Gives the register a new value: it holds memory read through a known value. */
void dt_ir_values_read(struct dt_ir_values *v, dt_reg r);

/** Returns the base value of the register's value and adds the constant distance to *off. */
dt_reg dt_ir_values_base(const struct dt_ir_values *v, dt_reg r, int64_t *off);

#endif

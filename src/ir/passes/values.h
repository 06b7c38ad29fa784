/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Which registers of a function hold the same number, of those that are computed from the context
 * alone: its words, what is read where they lead to, sums and differences of these.
 */
#ifndef DT_IR_VALUES_H
#define DT_IR_VALUES_H

#include "ir/ir.h"

enum { DT_IR_MAX_VALUES = 128 };

struct dt_ir_value {
	enum dt_ir_op op;
	uint8_t width;
	dt_reg a, b; // the first registers of their values
	int64_t imm, off;
	dt_reg first;
};

struct dt_ir_values {
	const unsigned *defs; // by register: assignments; the caller's
	dt_reg *first;	      // by register: the first one that holds its value; 0: unknown
	dt_reg ctx;
	struct dt_ir_value known[DT_IR_MAX_VALUES];
	unsigned n;
};

void dt_ir_values_init(struct dt_ir_values *v, const struct dt_ir_func *f, const unsigned *defs);
void dt_ir_values_deinit(struct dt_ir_values *v);
/** Take note of an instruction; all of a function's, in their order. */
void dt_ir_values_pass(struct dt_ir_values *v, const struct dt_ir_insn *i);
/** What the register holds was read where a known value leads to: a value of its own. */
void dt_ir_values_read(struct dt_ir_values *v, dt_reg r);

/** The value from which the register's value is a constant distance, which is added to *off. */
dt_reg dt_ir_values_base(const struct dt_ir_values *v, dt_reg r, int64_t *off);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * What passes that look for equal questions know of a function: who assigns and uses registers,
 * where labels are jumped to, and which numbers of the kernel's memory are read.
 */
#ifndef DT_IR_FACTS_H
#define DT_IR_FACTS_H

#include "ir/ir.h"

struct dt_ir_facts {
	struct dt_ir_func *f;
	unsigned *defs;		       // by register: assignments
	unsigned *uses;		       // by register: mentions as an operand
	const struct dt_ir_insn **def; // by register: an assignment; NULL: a parameter
	size_t *jumped_from;	       // by label: its first jump; SIZE_MAX: none
};

/** The facts hold as long as nobody changes the function's code. */
void dt_ir_facts_init(struct dt_ir_facts *k, struct dt_ir_func *f);
void dt_ir_facts_deinit(struct dt_ir_facts *k);

/**
 * A number of the kernel's memory is read, in the shape that lower/place/memory.c gives it:
 * READ_KERNEL into a stack object, a branch around the fault, a load of the object. Both addresses
 * of the object have no other use.
 */
struct dt_ir_read {
	size_t at, load; // indices of READ_KERNEL, behind which the branch stands, and of the load
	dt_reg address;
	unsigned size;
};

/** Does READ_KERNEL at that index read a number? */
bool dt_ir_read_at(const struct dt_ir_facts *k, size_t at, struct dt_ir_read *ret);

#endif

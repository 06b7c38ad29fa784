/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Facts about a function for the passes that remove repeated reads: assignments and uses of
 * registers, jumps to labels, and reads of integers in kernel memory.
 */
#ifndef DT_IR_FACTS_H
#define DT_IR_FACTS_H

#include "ir/ir.h"

struct dt_ir_facts {
	struct dt_ir_func *f;
	unsigned *defs;		       // by register: number of assignments
	unsigned *uses;		       // by register: number of uses as an operand
	const struct dt_ir_insn **def; // by register: one of its assignments; NULL: a parameter
	size_t *jumped_from;	       // by label: index of the first jump to it; SIZE_MAX: none
};

/** Collects the facts. They are valid until the function's code changes. */
void dt_ir_facts_init(struct dt_ir_facts *k, struct dt_ir_func *f);
void dt_ir_facts_deinit(struct dt_ir_facts *k);

/**
 * A read of an integer in kernel memory, as lower/place/memory.c generates it: READ or READ_KERNEL
 * into a stack object, a branch around the fault, a load of the object. The two addresses of the
 * object have no other use.
 */
struct dt_ir_read {
	size_t at, load; // indices of the word (the branch follows it) and of the load
	dt_reg address;
	unsigned size;
};

/** Reports whether the word at index `at` reads an integer, and describes it in *ret. */
bool dt_ir_read_at(const struct dt_ir_facts *k, size_t at, struct dt_ir_read *ret);

#endif

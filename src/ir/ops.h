/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * What passes need to know of an IR operation without knowing the operation: which of its fields
 * are registers, and what may be done with it. The facts stand in ir/ops.def.
 */
#ifndef DT_IR_OPS_H
#define DT_IR_OPS_H

#include "ir/ir.h"

enum dt_ir_op_flag {
	DT_IR_F_D = 1, // dst is assigned (if it is not 0)
	DT_IR_F_A =
	    2, // a, b, c are read (if not 0; RET's a and BRANCH's b may be immediates instead)
	DT_IR_F_B = 4,
	DT_IR_F_C = 8,
	DT_IR_F_ARGS = 16,	// args[0 … n_args-1] are read
	DT_IR_F_PURE = 32,	// without a reader of dst it can go
	DT_IR_F_BIN = 64,	// dst = a OP b
	DT_IR_F_COMM = 128,	// a and b may change places
	DT_IR_F_UN = 256,	// dst = OP a
	DT_IR_F_MEM = 512,	// memory at a + off
	DT_IR_F_CLOBBER = 1024, // the machine's caller-saved registers do not survive it
	DT_IR_F_IMM = 2048,	// b is 0: imm is meant
};

struct dt_ir_op_info {
	const char *name; // "ADD"
	const char *text; // "+"
	unsigned flags;	  // enum dt_ir_op_flag
};
extern const struct dt_ir_op_info dt_ir_op_table[DT_N_IR_OPS];

/** "==", "s<", …, by enum dt_ir_cond. */
extern const char *const dt_ir_cond_text[];

enum { DT_IR_MAX_USES = 8 };

/** Pointers to the register fields that the instruction reads; returns how many. */
unsigned dt_ir_uses(struct dt_ir_insn *i, dt_reg *uses[DT_IR_MAX_USES]);
/** The register that it assigns, or 0. */
dt_reg dt_ir_def(const struct dt_ir_insn *i);
/** Does control never pass to the next instruction? */
bool dt_ir_ends(const struct dt_ir_insn *i);
/** May it be dropped if its result is not read? */
bool dt_ir_is_pure(const struct dt_ir_insn *i);
/** How often each label is jumped to: a heap array of n_labels + 1 counters. */
unsigned *dt_ir_label_refs(const struct dt_ir_func *f);
/** Turn what control cannot reach into NOPs. */
void dt_ir_drop_unreachable(struct dt_ir_func *f);

/** The value of an operation on constants. False: it has none (division by 0), or `op` is not of
 *  that shape. */
bool dt_ir_eval_bin(enum dt_ir_op op, uint64_t a, uint64_t b, uint64_t *ret);
bool dt_ir_eval_un(enum dt_ir_op op, unsigned width, uint64_t a, uint64_t *ret);
bool dt_ir_eval_cond(enum dt_ir_cond c, uint64_t a, uint64_t b);

/** Can `v` be an instruction's immediate operand (32 bits, sign-extended)? */
static inline bool dt_ir_fits_imm(int64_t v)
{
	return v == (int32_t)v;
}

#endif

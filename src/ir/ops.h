/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Properties of IR operations that let a pass treat all of them alike: which fields are registers,
 * and which transformations are allowed. ir/ops.def is the table.
 */
#ifndef DT_IR_OPS_H
#define DT_IR_OPS_H

#include "ir/ir.h"

enum dt_ir_op_flag {
	DT_IR_F_D = 1, // dst is assigned (if it is not 0)
	DT_IR_F_A = 2, // a, b, c are read if not 0; RET and BRANCH use an immediate otherwise
	DT_IR_F_B = 4,
	DT_IR_F_C = 8,
	DT_IR_F_ARGS = 16,	// args[0 … n_args-1] are read
	DT_IR_F_PURE = 32,	// removable if dst is unused
	DT_IR_F_BIN = 64,	// dst = a OP b
	DT_IR_F_COMM = 128,	// commutative
	DT_IR_F_UN = 256,	// dst = OP a
	DT_IR_F_MEM = 512,	// accesses memory at a + off
	DT_IR_F_CLOBBER = 1024, // clobbers the machine's caller-saved registers
	DT_IR_F_IMM = 2048,	// uses imm if b is 0
};

struct dt_ir_op_info {
	const char *name; // "ADD"
	const char *text; // "+"
	unsigned flags;	  // enum dt_ir_op_flag
};
extern const struct dt_ir_op_info dt_ir_op_table[DT_N_IR_OPS];

/** "==", "s<", …, by enum dt_ir_cond. */
extern const char *const dt_ir_cond_text[];

enum { DT_IR_MAX_USES = 3 + DT_IR_MAX_ARGS };

/** Writes pointers to the register fields that the instruction reads, and returns their number. */
unsigned dt_ir_uses(struct dt_ir_insn *i, dt_reg *uses[DT_IR_MAX_USES]);
/** Returns the register that the instruction assigns, or 0. */
dt_reg dt_ir_def(const struct dt_ir_insn *i);
/** Reports whether control never passes to the next instruction. */
bool dt_ir_ends(const struct dt_ir_insn *i);
/** Reports whether the instruction may be removed if its result is unused. */
bool dt_ir_is_pure(const struct dt_ir_insn *i);
/** Returns the number of jumps to each label: n_labels + 1 counters, which the caller frees. */
unsigned *dt_ir_label_refs(const struct dt_ir_func *f);
/** Replaces unreachable instructions by NOPs. */
void dt_ir_drop_unreachable(struct dt_ir_func *f);

/** Computes an operation on constants. Returns false if it has no result (division by 0), or if
 * `op` has another shape. */
bool dt_ir_eval_bin(enum dt_ir_op op, uint64_t a, uint64_t b, uint64_t *ret);
bool dt_ir_eval_un(enum dt_ir_op op, unsigned width, uint64_t a, uint64_t *ret);
bool dt_ir_eval_cond(enum dt_ir_cond c, uint64_t a, uint64_t b);

/** Reports whether `v` fits an instruction's immediate operand (32 bits, sign-extended). */
static inline bool dt_ir_fits_imm(int64_t v)
{
	return v == (int32_t)v;
}

/** Reports whether the instruction is READ or READ_KERNEL. */
static inline bool dt_ir_is_read(const struct dt_ir_insn *i)
{
	return i->op == DT_IR_ENV && (i->imm == DT_ENV_READ || i->imm == DT_ENV_READ_KERNEL);
}

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/** The end of a function that returns a register, so that a test sees its value. */
#ifndef IR_RET_H
#define IR_RET_H

#include "ir/ir.h"

static inline void ret_reg(struct dt_ir_func *f, dt_reg a)
{
	dt_vec_push(&f->code, ((struct dt_ir_insn){.op = DT_IR_RET, .a = a, .loc = f->loc}));
}

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Register allocation: assigns each virtual register and each stack object of a function its home.
 * Executors share it; struct dt_reg_file describes their registers.
 */
#ifndef DT_IR_ALLOC_H
#define DT_IR_ALLOC_H

#include "ir/ir.h"

enum dt_home_kind {
	DT_HOME_NONE,  // never mentioned
	DT_HOME_REG,   // in `reg` for its whole lifetime
	DT_HOME_STACK, // at the end of the frame + `off` for its whole lifetime
	DT_HOME_REMAT, // none: instruction `remat` recomputes it at each use
};

struct dt_home {
	enum dt_home_kind kind;
	int reg;
	int off;
	const struct dt_ir_insn *remat; // CONST, STACK_ADDR, MAP, MAP_VALUE or CTX
};

enum { DT_REG_FILE_SIZE = 16, DT_REG_FILE_PARAMS = DT_IR_MAX_ARGS };

/** The registers of a machine. Sets are bit masks of register numbers; register 0 is never a home.
 */
struct dt_reg_file {
	uint32_t homes;				// may hold virtual registers
	uint32_t kept;				// those of `homes` that calls preserve
	bool recomputes_ctx;			// CTX is one instruction from the frame's base
	bool adds_constants;			// ATOMIC_ADD takes a constant
	uint8_t params[DT_REG_FILE_PARAMS + 1]; // [k] holds argument k, from 1, on entry; 0: the
						// machine passes fewer
};

struct dt_alloc {
	struct dt_home *homes;		  // by register
	int *slot_off;			  // by stack object, from the end of the frame; [0] unused
	unsigned stack;			  // bytes used, a multiple of 8
	const struct dt_ir_loc *overflow; // the first object beyond `limit`, if stack > limit
};

/** Allocates for a function. On entry, the register of the first argument also holds `ctx`, unless
 *  that is 0. */
void dt_alloc_init(struct dt_alloc *a, const struct dt_reg_file *regs, const struct dt_ir_func *f,
		   dt_reg ctx, unsigned limit);
void dt_alloc_deinit(struct dt_alloc *a);

#endif

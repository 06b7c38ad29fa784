/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Register allocation: assigns each virtual register and each stack object of a function its home.
 */
#ifndef DT_EBPF_REGALLOC_H
#define DT_EBPF_REGALLOC_H

#include "ir/ir.h"

enum dt_home_kind {
	DT_HOME_NONE,  // never mentioned
	DT_HOME_REG,   // in `reg` for its whole lifetime
	DT_HOME_STACK, // at r10 + `off` for its whole lifetime
	DT_HOME_REMAT, // none: instruction `remat` recomputes it at each use
};

struct dt_home {
	enum dt_home_kind kind;
	int reg;
	int off;
	const struct dt_ir_insn *remat; // CONST, STACK_ADDR, MAP or MAP_VALUE
};

/** r0 and r5 are never homes: the emitter uses them as scratch registers. */
enum { DT_SCRATCH_VALUE = 0, DT_SCRATCH_BASE = 5 };

struct dt_alloc {
	struct dt_home *homes;		  // by register
	int *slot_off;			  // by stack object, from r10; [0] unused
	unsigned stack;			  // bytes used, a multiple of 8
	const struct dt_ir_loc *overflow; // the first object beyond `limit`, if stack > limit
};

/** Allocates for a legalized function. On entry, r1 holds `ctx` besides the first parameter. */
void dt_alloc_init(struct dt_alloc *a, const struct dt_ir_func *f, dt_reg ctx, unsigned limit);
void dt_alloc_deinit(struct dt_alloc *a);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The instructions of a function in x86 machine code: which of them a uprobe may replace, which
 * leave the function, and which leave the arguments of the function as they are.
 */
#ifndef DT_SYMBOLS_INSN_H
#define DT_SYMBOLS_INSN_H

#include "base/vec.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Why a uprobe must not be placed on an instruction. */
enum dt_hazard {
	DT_HAZARD_NONE,
	DT_HAZARD_PREFIX,
	DT_HAZARD_SIZE,
	DT_HAZARD_REPEAT,
	DT_HAZARD_MISREAD,
	DT_HAZARD_REFUSED,
	DT_HAZARD_PRIVILEGED,
	DT_HAZARD_TRAP,
	DT_HAZARD_FLAGS,
	DT_HAZARD_TRANSACTION,
	DT_N_HAZARDS,
};
/** "a repeated string instruction". */
const char *dt_hazard_text(enum dt_hazard h);

struct dt_insn {
	uint32_t offset; // from the function's start
	uint8_t hazard;	 // enum dt_hazard
	bool is_return;	 // ret
	bool is_target;	 // of a jump within the function
	bool is_quick;	 // the kernel emulates it: no single step
	bool is_plain;	 // ret or endbr64 without more: a program can do what it does
	bool is_early;	 // behind it arguments, stack and saved registers are still as at entry
	/** A jump that leaves the function, if it is direct: always taken, never back. */
	bool is_tail;
	int64_t target; // is_tail: from the function's start; INT64_MIN: read from memory
};

/** A zeroed struct is empty. */
struct dt_insns {
	dt_vec(struct dt_insn) v; // by offset
};

void dt_insns_deinit(struct dt_insns *s);
/** False: the bytes are not instructions from one end to the other, as when data lie among them;
 *  those that were read before that was found are in `s`. */
bool dt_insns_read(struct dt_insns *s, const uint8_t *code, size_t size, bool is_32bit);
/** The instruction that begins there, or NULL. */
struct dt_insn *dt_insns_at(const struct dt_insns *s, uint64_t offset);
/**
 * Where to place the probe of the function's entry: its first instruction, or a later one that the
 * kernel need not single-step, if nothing up to there changes what a probe can see of the caller
 * and no jump leads to behind the first. `limit` bounds the offset: no other name begins before it.
 * NULL: none of these is safe; the first one says why.
 */
const struct dt_insn *dt_insns_entry(const struct dt_insns *s, uint64_t limit);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The instructions of a function in machine code of x86-64, and which of them a uprobe may replace.
 */
#ifndef DT_SYMBOLS_INSN_H
#define DT_SYMBOLS_INSN_H

#include "base/vec.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct dt_insn {
	uint32_t offset; // from the function's start
	bool is_return;
	bool is_safe;	// a uprobe executes it rightly
	bool is_endbr;	// endbr64
	bool is_target; // of a jump within the function
};

/** A zeroed struct is empty. */
struct dt_insns {
	dt_vec(struct dt_insn) v; // by offset
};

void dt_insns_deinit(struct dt_insns *s);
/** False: the bytes are not instructions from one end to the other, as when data lie among them. */
bool dt_insns_read(struct dt_insns *s, const uint8_t *code, size_t size);
/** The instruction that begins there, or NULL. */
struct dt_insn *dt_insns_at(const struct dt_insns *s, uint64_t offset);

#endif

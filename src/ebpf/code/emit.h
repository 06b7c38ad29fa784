/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Encoding: one IR function becomes BPF instructions at the end of a buffer.
 */
#ifndef DT_EBPF_EMIT_H
#define DT_EBPF_EMIT_H

#include "ir/ir.h"

#include <linux/bpf.h>

/** A call, or the address of a callback, whose offset is not known yet. */
struct dt_call_ref {
	size_t at;	 // instruction
	const char *sym; // runtime function; NULL: IR function `func`
	unsigned func;
};

/** What is emitted so far; the first three vectors run in parallel. */
struct dt_emitted {
	dt_vec(struct bpf_insn) insns;
	dt_vec(const struct dt_ir_loc *) locs;
	dt_vec(const char *) notes;
	dt_vec(struct dt_call_ref) calls;
};
void dt_emitted_deinit(struct dt_emitted *e);

/** The stack did not suffice. */
struct dt_overflow {
	unsigned need;		     // bytes; 0 = it fits
	const struct dt_ir_loc *loc; // what goes beyond the limit first, or NULL
};

/** Append `f`, using at most `limit` bytes of stack. Returns the bytes used; on overflow the code
 *  is not emitted. Maps stay indices: src_reg says that an immediate is one. */
unsigned dt_emit_func(struct dt_emitted *e, const struct dt_ir_func *f, unsigned limit,
		      struct dt_overflow *overflow);

#endif

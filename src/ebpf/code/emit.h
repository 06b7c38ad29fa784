/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Encodes an IR function as BPF instructions and appends them to a buffer.
 */
#ifndef DT_EBPF_EMIT_H
#define DT_EBPF_EMIT_H

#include "ebpf/ebpf.h"

#include <linux/bpf.h>

/** A call or a callback's address whose offset is not known yet. */
struct dt_call_ref {
	size_t at;	 // instruction
	const char *sym; // runtime function; NULL: IR function `func`
	unsigned func;
};

/** The code emitted so far. The first three vectors have one element per instruction. */
struct dt_emitted {
	dt_vec(struct bpf_insn) insns;
	dt_vec(const struct dt_ir_loc *) locs;
	dt_vec(const char *) notes;
	dt_vec(struct dt_call_ref) calls;
	const struct dt_bpf_kernel *kernel; // for VIEW and RETURNED
};
void dt_emitted_deinit(struct dt_emitted *e);

/** A stack overflow. */
struct dt_overflow {
	unsigned need;		     // bytes needed; 0: no overflow
	const struct dt_ir_loc *loc; // the first object beyond the limit, or NULL
};

/** Appends `f`, using at most `limit` bytes of stack, and returns the bytes used. On overflow the
 *  function emits nothing. Map references remain indices, marked by src_reg. */
unsigned dt_emit_func(struct dt_emitted *e, const struct dt_ir_func *f, unsigned limit,
		      struct dt_overflow *overflow);

#endif

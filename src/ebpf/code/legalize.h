/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * From any IR to the part of it that maps one to one to BPF instructions.
 */
#ifndef DT_EBPF_LEGALIZE_H
#define DT_EBPF_LEGALIZE_H

#include "ir/ir.h"

/**
 * Write to `ret` a copy of `f` without: CTX, TAIL_CALL, PUBLISH, SDIV, SMOD, unreachable code,
 * immediates beyond 32 bits outside of CONST, offsets of memory beyond 16 bits. *ctx is the
 * register that holds the context from the start. `ordered`: a CPU that sees a store sees those
 * before it. The caller frees ret with dt_legalize_deinit().
 */
void dt_legalize(const struct dt_ir_func *f, bool ordered, struct dt_ir_func *ret, dt_reg *ctx);
void dt_legalize_deinit(struct dt_ir_func *f);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Rewrites IR to the subset whose operations each have a BPF instruction.
 */
#ifndef DT_EBPF_LEGALIZE_H
#define DT_EBPF_LEGALIZE_H

#include "ir/ir.h"

/**
 * Writes to `ret` a copy of `f` without CTX, TAIL_CALL, PUBLISH, SDIV, SMOD, unreachable code,
 * immediates beyond 32 bits (except in CONST) and memory offsets beyond 16 bits. *ctx becomes the
 * register that holds the context from the start. `ordered` says that the processor keeps stores in
 * order. The caller frees ret with dt_legalize_deinit().
 */
void dt_legalize(const struct dt_ir_func *f, bool ordered, struct dt_ir_func *ret, dt_reg *ctx);
void dt_legalize_deinit(struct dt_ir_func *f);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The passes of dt_ir_optimize() that have separate files.
 */
#ifndef DT_IR_PASSES_PASSES_H
#define DT_IR_PASSES_PASSES_H

#include "ir/ir.h"

/** Removes repeated requests whose result is the same throughout a firing (once.c). */
void dt_ir_merge_requests(struct dt_ir_func *f);
/** Combines reads of adjacent integers in kernel memory (wide.c). */
void dt_ir_read_wide(struct dt_ir_func *f);
/** Replaces reads of integers in kernel memory by loads, if the function has a view (view.c). */
void dt_ir_read_views(struct dt_ir_func *f);

#endif

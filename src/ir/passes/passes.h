/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Parts of dt_ir_optimize() that stand in files of their own.
 */
#ifndef DT_IR_PASSES_PASSES_H
#define DT_IR_PASSES_PASSES_H

#include "ir/ir.h"

/** Ask once what has one answer throughout a firing (once.c). */
void dt_ir_ask_once(struct dt_ir_func *f);
/** Read at once numbers of the kernel's memory that lie near one another (wide.c). */
void dt_ir_read_wide(struct dt_ir_func *f);
/** Load numbers of the kernel's memory, which takes dt_ir_func.view (view.c). */
void dt_ir_read_views(struct dt_ir_func *f);

#endif

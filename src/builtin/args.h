/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The arguments of a call, in the forms that the lowerings of this module use.
 *
 * Runtime functions take strings as `const struct dt_string *`, of strsize readable bytes.
 * dt_arg_string() returns such an address for any string expression.
 */
#ifndef DT_BUILTIN_ARGS_H
#define DT_BUILTIN_ARGS_H

#include "lower/builtin.h"

/** Returns argument `i` of a call, from 0, or NULL if it is missing. */
const struct dt_node *dt_arg_node(const struct dt_node *call, unsigned i);

/** Evaluates scalar argument `i`; returns the constant if it is missing. */
dt_reg dt_arg_value(struct dt_gen *g, const struct dt_node *call, unsigned i, int64_t missing);

/** Evaluates string argument `i`. Returns an address with strsize bytes. */
dt_reg dt_arg_string(struct dt_gen *g, const struct dt_node *call, unsigned i);

/** Evaluates argument `i`. Returns the address to read: a pointer's value or a string's address. */
dt_reg dt_arg_memory(struct dt_gen *g, const struct dt_node *call, unsigned i);

/** Max. value of a computed size, unless strsize is larger, and of a constant size. */
enum { DT_ARG_SIZE_MAX = 4096, DT_ARG_SIZE_CONST_MAX = 65536 };

/** Evaluates argument `i`, a size of scratch memory. Writes its static bound to *max. Raises
 * NOSCRATCH if the size is larger. */
dt_reg dt_arg_size(struct dt_gen *g, const struct dt_node *call, unsigned i, uint32_t *max);

/** Copies `size` bytes of kernel or scratch memory and returns the copy's address. Raises BADADDR
 * if the read fails. */
dt_reg dt_arg_read(struct dt_gen *g, dt_reg pointer, unsigned size);
/** The same for kernel memory only, such as the members of a lock. */
dt_reg dt_arg_read_kernel(struct dt_gen *g, dt_reg pointer, unsigned size);

/** Return and complete the destination of a runtime function that fills a whole struct dt_string:
 * `dst` if it has strsize bytes, else scratch memory, from which dt_result_end() copies the bytes
 * that fit. */
dt_reg dt_result_begin(struct dt_gen *g, dt_reg dst, uint32_t cap);
void dt_result_end(struct dt_gen *g, dt_reg dst, uint32_t cap, dt_reg whole);

#endif

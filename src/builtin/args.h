/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The arguments of a call, as the lowerings of this module want them.
 *
 * Runtime functions take strings as `const struct dt_string *`, which to the verifier is strsize
 * readable and writable bytes. dt_arg_string() gives such an address for any string expression.
 */
#ifndef DT_BUILTIN_ARGS_H
#define DT_BUILTIN_ARGS_H

#include "lower/builtin.h"

/** Argument `i` of a call, from 0; NULL if it was left out. */
const struct dt_node *dt_arg_node(const struct dt_node *call, unsigned i);

/** Scalar argument `i`, or the constant if it was left out. */
dt_reg dt_arg_value(struct dt_gen *g, const struct dt_node *call, unsigned i, int64_t missing);

/** String argument `i` at an address with strsize bytes. */
dt_reg dt_arg_string(struct dt_gen *g, const struct dt_node *call, unsigned i);

/** Argument `i` as the address of memory that may be read: a pointer's value, a string's bytes. */
dt_reg dt_arg_memory(struct dt_gen *g, const struct dt_node *call, unsigned i);

/** Bytes that a size which is not constant can ask for, or strsize if that is more, and one which
 *  is constant. */
enum { DT_ARG_SIZE_MAX = 4096, DT_ARG_SIZE_CONST_MAX = 65536 };

/** Argument `i` as a number of bytes of scratch memory, at most `*max`, which the verifier knows;
 *  more than can be served is a NOSCRATCH fault. */
dt_reg dt_arg_size(struct dt_gen *g, const struct dt_node *call, unsigned i, uint32_t *max);

/** Memory of ours with `size` bytes of kernel or scratch memory; a BADADDR fault if they cannot be
 *  read. */
dt_reg dt_arg_read(struct dt_gen *g, dt_reg pointer, unsigned size);

/**
 * Where a runtime function that fills a whole struct dt_string writes: `dst` itself if it has
 * strsize bytes, else scratch memory; dt_result_end() then copies what fits.
 */
dt_reg dt_result_begin(struct dt_gen *g, dt_reg dst, uint32_t cap);
void dt_result_end(struct dt_gen *g, dt_reg dst, uint32_t cap, dt_reg whole);

#endif

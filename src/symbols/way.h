/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The functions of the kernel by which a tracepoint reaches its programs.
 */
#ifndef DT_SYMBOLS_WAY_H
#define DT_SYMBOLS_WAY_H

#include "symbols/kernel.h"

enum { DT_TRACEPOINT_WAY = 4 };

/** Address ranges [0] ≤ pc < [1] in which its frames lie; returns how many, DT_TRACEPOINT_WAY at
 *  most, 0 if the names of the kernel are not known. A range may hold other machinery of tracing.
 */
size_t dt_tracepoint_way(struct dt_kernel_symbols *k, const char *event, unsigned n_args,
			 uint64_t (*ret)[2]);

#endif

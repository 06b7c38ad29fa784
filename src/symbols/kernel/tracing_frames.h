/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The functions of the kernel by which a tracepoint reaches its programs.
 */
#ifndef DT_SYMBOLS_KERNEL_TRACING_FRAMES_H
#define DT_SYMBOLS_KERNEL_TRACING_FRAMES_H

#include "symbols/kernel/symbols.h"

enum { DT_TRACING_FRAMES = 4 };

/** Address ranges [0] ≤ pc < [1] in which its frames lie; returns how many, DT_TRACING_FRAMES at
 *  most, 0 if the names of the kernel are not known. A range may hold other machinery of tracing.
 */
size_t dt_tracing_frames(struct dt_kernel_symbols *k, const char *event, unsigned n_args,
			 uint64_t (*ret)[2]);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The kernel functions between a tracepoint and its programs.
 */
#ifndef DT_SYMBOLS_KERNEL_TRACING_FRAMES_H
#define DT_SYMBOLS_KERNEL_TRACING_FRAMES_H

#include "symbols/kernel/symbols.h"

enum { DT_TRACING_FRAMES = 4 };

/** Writes the address ranges, [0] ≤ pc < [1], of these functions and returns their number: at most
 *  DT_TRACING_FRAMES, or 0 if the kernel's symbols are not available. A range may contain other
 *  functions of tracing. */
size_t dt_tracing_frames(struct dt_kernel_symbols *k, const char *event, unsigned n_args,
			 uint64_t (*ret)[2]);

#endif

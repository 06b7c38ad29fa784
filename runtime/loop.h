/* SPDX-License-Identifier: (BSD-2-Clause OR GPL-2.0-only) */
/**
 * Loops over strings: what a bpf_loop() callback keeps from one call to the next.
 *
 * Verifiers before Linux 6.7 look at a callback once, with the state before the loop: a field that
 * is 0 there counts as 0 for ever, and code that depends on it is removed. Later ones follow a
 * counter value by value until they give up. Both are cured by letting the verifier forget what it
 * knows of such a field: before the loop, and in the callback if it counts. A field that a callback
 * only writes, or only reads, needs nothing.
 */
#ifndef DT_RUNTIME_LOOP_H
#define DT_RUNTIME_LOOP_H

#include "runtime.h"

#ifdef __bpf__
/** 64 bits of a string, of which the verifier knows nothing. */
#define dt_noise(s) (*(const volatile u64 *)(s))

/** x is what it was, but the verifier no longer knows that. */
#define dt_forget(x, noise)                                                  \
	do {                                                                 \
		u64 x_ = (x), noise_ = (noise);                              \
		asm volatile("%0 ^= %1\n%0 ^= %1" : "+r"(x_) : "r"(noise_)); \
		(x) = x_;                                                    \
	} while (0)
#else
#define dt_noise(s)	    0
#define dt_forget(x, noise) ((void)(noise))
#endif

#endif

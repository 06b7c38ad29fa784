/* SPDX-License-Identifier: (BSD-2-Clause OR GPL-2.0-only) */
/**
 * Loops over strings: state that a bpf_loop() callback keeps from one call to the next.
 *
 * Before Linux 6.7, the verifier checks a callback once, with the state before the loop. It assumes
 * that a field that is 0 before the loop remains 0, and removes code that depends on it. Later
 * verifiers follow a counter value by value until they give up. dt_forget() avoids both: it makes a
 * field unknown to the verifier. Use it before the loop and, for a counter, also in the callback.
 * A field that the callback only writes or only reads does not need it.
 */
#ifndef DT_RUNTIME_LOOP_H
#define DT_RUNTIME_LOOP_H

#include "runtime.h"

#ifdef __bpf__
/** Bits of a string, which are unknown to the verifier: 64, or 8 if a string is shorter. No loop
 *  counts further than those then. */
#define dt_noise(s) (dt_strsize() < 8 ? *(const volatile u8 *)(s) : *(const volatile u64 *)(s))

/** Makes x unknown to the verifier without changing it. */
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

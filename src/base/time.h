/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The clock that everything here is measured by; `timestamp` in D is the same.
 */
#ifndef DT_BASE_TIME_H
#define DT_BASE_TIME_H

#include <stdint.h>
#include <time.h>

/** Nanoseconds of CLOCK_MONOTONIC. May be called in a signal handler. */
static inline uint64_t dt_now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The clock that everything here is measured by, `timestamp` in D is the same; and units of time.
 */
#ifndef DT_BASE_TIME_H
#define DT_BASE_TIME_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

/** Nanoseconds of CLOCK_MONOTONIC. May be called in a signal handler. */
static inline uint64_t dt_now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

/** What the text, "ms" or "hour", says of a number before it: nanoseconds, of "hz" 0, a rate per
 *  second. False: it is no unit. */
bool dt_time_unit(const char *text, uint64_t *ret);

#endif

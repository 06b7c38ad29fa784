/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The clock of all measurements, which is also D's `timestamp`, and units of time.
 */
#ifndef DT_BASE_TIME_H
#define DT_BASE_TIME_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

/** Returns the time of a clock in nanoseconds. Safe in signal handlers. */
static inline uint64_t dt_clock(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

/** Returns CLOCK_MONOTONIC in nanoseconds. */
static inline uint64_t dt_now(void)
{
	return dt_clock(CLOCK_MONOTONIC);
}

/** Looks up a unit such as "ms" or "hour". Writes its length in nanoseconds to *ret, or 0 for "hz",
 *  a rate per second. Returns false if `text` is not a unit. */
bool dt_time_unit(const char *text, uint64_t *ret);

static inline uint64_t dt_earlier(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Shared by the measuring programs: the clock, medians, and the choice of a CPU.
 */
#ifndef DT_BENCH_MEASURE_H
#define DT_BENCH_MEASURE_H

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

/** Returns the nanoseconds of the clock. */
static inline double now(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return t.tv_sec * 1e9 + t.tv_nsec;
}

static inline int ascending(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/** Sorts n values and returns their median. */
static inline double median(double *values, int n)
{
	qsort(values, n, sizeof(*values), ascending);
	return values[n / 2];
}

/** Returns the least of n values. */
static inline double least(const double *values, int n)
{
	double ret = values[0];

	for (int i = 1; i < n; i++)
		ret = values[i] < ret ? values[i] : ret;
	return ret;
}

/** Binds this thread to a CPU. */
static inline void use_cpu(int cpu)
{
	cpu_set_t one;

	CPU_ZERO(&one);
	CPU_SET(cpu, &one);
	sched_setaffinity(0, sizeof(one), &one);
}

/** Binds this thread to the last CPU, away from the tracer. */
static inline void use_last_cpu(void)
{
	use_cpu(sysconf(_SC_NPROCESSORS_ONLN) - 1);
}

/** Appends a line with the value to the file. Returns 0, or 1 if it cannot be written. */
static inline int append(const char *path, double value)
{
	FILE *out = fopen(path, "a");

	return !out || fprintf(out, "%.2f\n", value) < 0 || fclose(out);
}

#endif

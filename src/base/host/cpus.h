/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The CPUs of the machine, as the kernel lists them.
 */
#ifndef DT_BASE_HOST_CPUS_H
#define DT_BASE_HOST_CPUS_H

#include "base/vec.h"

#include <stdbool.h>

/** A zeroed struct lists none. */
struct dt_cpus {
	dt_vec(unsigned) v; // ascending
};

void dt_cpus_deinit(struct dt_cpus *c);
/** Those that are "online" now, "present" now, on or off, or "possible" ever; never none. */
void dt_cpus_read(struct dt_cpus *ret, const char *which);
/** Append the CPUs of a list such as "0-3,8". What is no list ends it. */
void dt_cpus_parse(struct dt_cpus *ret, const char *list);
/** Add a CPU, or take it out; false if that changes nothing. */
bool dt_cpus_add(struct dt_cpus *c, unsigned cpu);
bool dt_cpus_remove(struct dt_cpus *c, unsigned cpu);
/** The highest number of those, plus 1. */
unsigned dt_cpus_end(const char *which);

#endif

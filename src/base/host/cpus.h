/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The CPUs of the machine, as the kernel lists them.
 */
#ifndef DT_BASE_HOST_CPUS_H
#define DT_BASE_HOST_CPUS_H

#include "base/vec.h"

#include <stdbool.h>

/** A zeroed struct is an empty list. */
struct dt_cpus {
	dt_vec(unsigned) v; // ascending
};

void dt_cpus_deinit(struct dt_cpus *c);
/** Lists the CPUs that are "online", "present" (online or not) or "possible". Never empty. */
void dt_cpus_read(struct dt_cpus *ret, const char *which);
/** Appends the CPUs of a list such as "0-3,8". Stops at the first invalid character. */
void dt_cpus_parse(struct dt_cpus *ret, const char *list);
/** dt_cpus_add() adds a CPU, dt_cpus_remove() removes it. Both return false if nothing changed. */
bool dt_cpus_add(struct dt_cpus *c, unsigned cpu);
bool dt_cpus_remove(struct dt_cpus *c, unsigned cpu);
/** Returns the highest number of the CPUs of that kind, plus 1. */
unsigned dt_cpus_end(const char *which);

#endif

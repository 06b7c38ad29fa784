/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Marks the steps of the placer's order. A test's build of the program kills processes there, and
 * fails writes.
 */
#ifndef DT_PLACE_PROGRAM_STEP_H
#define DT_PLACE_PROGRAM_STEP_H

#include <stdbool.h>

#ifdef DT_PLACE_FAULTS
void dt_place_step(void);
/** Reports whether writes through /proc/PID/mem shall fail, as kernels may be configured. */
bool dt_place_forbids_writes(void);
#else
static inline bool dt_place_forbids_writes(void)
{
	return false;
}
static inline void dt_place_step(void)
{
}
#endif

#endif

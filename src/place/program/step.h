/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Marks the steps of the placer's order. A test's build of the program kills processes there.
 */
#ifndef DT_PLACE_PROGRAM_STEP_H
#define DT_PLACE_PROGRAM_STEP_H

#ifdef DT_PLACE_FAULTS
void dt_place_step(void);
#else
static inline void dt_place_step(void)
{
}
#endif

#endif

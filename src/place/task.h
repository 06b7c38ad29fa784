/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Whether a thread lives, and since when. A pid and the time of its start name a thread for good.
 */
#ifndef DT_PLACE_TASK_H
#define DT_PLACE_TASK_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/** Reports whether a thread has ended, even if its process still lists it. */
bool dt_task_is_dead(pid_t tid);
/** Returns when a thread was started, in ticks since the system started, even if it has ended; 0 if
 *  it is not listed any more. */
uint64_t dt_task_start(pid_t tid);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Programs in the kernel that run at the moment.
 */
#ifndef DT_BASE_HOST_PROGRAMS_H
#define DT_BASE_HOST_PROGRAMS_H

/** Until none of them runs any more; what they have written is seen then, and those that begin
 *  later see what was written here before. Takes a grace period of the kernel. */
void dt_await_programs(void);

#endif

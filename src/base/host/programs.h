/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * BPF programs in the kernel.
 */
#ifndef DT_BASE_HOST_PROGRAMS_H
#define DT_BASE_HOST_PROGRAMS_H

/** Waits until all BPF programs that are running now have ended. Their writes are then visible, and
 *  programs that start later see all writes before this call. Takes an RCU grace period. */
void dt_await_programs(void);

#endif

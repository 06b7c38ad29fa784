/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * BPF programs in the kernel.
 */
#ifndef DT_BASE_HOST_PROGRAMS_H
#define DT_BASE_HOST_PROGRAMS_H

#include <stdint.h>

/** Loads a program that returns 0, to attach it or to see whether the kernel accepts it. Returns a
 *  descriptor, or a negative number. */
int dt_program_load_empty(uint32_t type, uint32_t expected_attach_type, uint32_t flags);

/** Waits until all BPF programs that are running now have ended. Their writes are then visible, and
 *  programs that start later see all writes before this call. Takes an RCU grace period. */
void dt_await_programs(void);

#endif

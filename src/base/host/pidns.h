/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The PID namespace that dtrace runs in: numbers of processes that its user types or reads are of
 * it.
 */
#ifndef DT_BASE_HOST_PIDNS_H
#define DT_BASE_HOST_PIDNS_H

#include <stdint.h>

/** Its number; 0 if it is the initial one, whose numbers are those of the kernel. */
uint32_t dt_pidns(void);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The PID namespace in which dtrace runs. All PIDs that the user types or reads belong to it.
 */
#ifndef DT_BASE_HOST_PIDNS_H
#define DT_BASE_HOST_PIDNS_H

#include <stdint.h>

/** Returns its inode number, or 0 for the initial namespace, whose PIDs are the kernel's. */
uint32_t dt_pidns(void);

#endif

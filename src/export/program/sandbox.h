/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef DT_EXPORT_PROGRAM_SANDBOX_H
#define DT_EXPORT_PROGRAM_SANDBOX_H

#include <stdbool.h>

/** Gives up all privileges: the user becomes dtrace-export or the unprivileged one, memory is
 * limited, and system calls that start or control programs or change the system fail. Returns false
 * if that is impossible.
 */
bool dt_sandbox_enter(void);

#endif

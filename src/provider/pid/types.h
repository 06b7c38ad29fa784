/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Finds types of a process's program by name.
 */
#ifndef DT_PROVIDER_PID_TYPES_H
#define DT_PROVIDER_PID_TYPES_H

#include "provider/provider.h"

/** Returns a type from the debug information of the process's executable, or else of its libraries;
 *  NULL if none has that name. */
const struct dt_type *dt_pid_named_type(struct dt_registry *r, pid_t pid, enum dt_type_kind kind,
					const char *name);

#endif

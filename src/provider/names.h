/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Implements dt_provider.names for the kernel's probes. Unknown names stay NULL.
 */
#ifndef DT_PROVIDER_NAMES_H
#define DT_PROVIDER_NAMES_H

#include "provider/provider.h"

/** Opens the events directory of tracefs, mounted or not. Returns a descriptor, or -1 with errno.
 */
int dt_tracefs_events(void);

void dt_names_of_tracepoint(struct dt_registry *r, struct dt_probe *p);
void dt_names_of_function(struct dt_registry *r, struct dt_probe *p);
void dt_names_of_call(struct dt_registry *r, struct dt_probe *p);

#endif

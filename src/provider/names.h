/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * dt_provider.names of the kernel's own probes. What is not known stays NULL.
 */
#ifndef DT_PROVIDER_NAMES_H
#define DT_PROVIDER_NAMES_H

#include "provider/provider.h"

/** The directory of tracefs that has the events, mounted or not; -1 if there is none. */
int dt_tracefs_events(void);

void dt_names_of_tracepoint(struct dt_registry *r, struct dt_probe *p);
void dt_names_of_function(struct dt_registry *r, struct dt_probe *p);
void dt_names_of_call(struct dt_registry *r, struct dt_probe *p);

#endif

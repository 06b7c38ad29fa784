/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Modules and CPUs that come and go while tracing.
 */
#ifndef DT_SESSION_HOTPLUG_H
#define DT_SESSION_HOTPLUG_H

#include "session/core/session.h"

/** The kernel's messages about modules and CPUs. */
struct dt_hotplug {
	int fd; // netlink socket + 1; 0: not needed
};

/** Begins to listen, if a description could match a later module, or if probes or the watch of
 * processes have events for each CPU. Call before probes are attached. */
struct dt_error *dt_session_hotplug_begin(struct dtrace *d) dt_must_use;
/** Attaches probes of the modules and CPUs that have come since. */
void dt_session_hotplug_work(struct dtrace *d);
void dt_session_hotplug_deinit(struct dtrace *d);

/** modules.c: Handle a module that was loaded or removed. */
void dt_session_module_loaded(struct dtrace *d, const char *module);
void dt_session_module_removed(struct dtrace *d, const char *module);

#endif

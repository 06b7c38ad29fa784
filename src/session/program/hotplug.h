/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * What the kernel gets and loses while tracing: modules and CPUs.
 */
#ifndef DT_SESSION_HOTPLUG_H
#define DT_SESSION_HOTPLUG_H

#include "base/error.h"

#include <stdbool.h>

struct dtrace;

struct dt_hotplug {
	int fd; // of the kernel's reports, + 1; 0: nothing depends on them
};

/** Listen, if a description could fit what a module brings, or something is done on each CPU.
 * Before probes are attached. */
struct dt_error *dt_session_hotplug_begin(struct dtrace *d) dt_must_use;
/** Probe what has come since. */
void dt_session_hotplug_work(struct dtrace *d);
void dt_session_hotplug_deinit(struct dtrace *d);

/** modules.c: could a description fit what a module brings? One has been loaded, or removed. */
bool dt_session_awaits_modules(const struct dtrace *d);
void dt_session_module_loaded(struct dtrace *d, const char *module);
void dt_session_module_removed(struct dtrace *d, const char *module);

#endif

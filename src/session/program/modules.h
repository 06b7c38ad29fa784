/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Modules of the kernel that are loaded and removed while tracing.
 */
#ifndef DT_SESSION_MODULES_H
#define DT_SESSION_MODULES_H

#include "base/error.h"

struct dtrace;

struct dt_modules {
	int fd; // of the kernel's reports, + 1; 0: no description waits for a module
};

/** Listen, if a description could fit what a module brings. Before probes are attached. */
struct dt_error *dt_session_modules_begin(struct dtrace *d) dt_must_use;
/** Probe what modules have brought since. */
void dt_session_modules_work(struct dtrace *d);
void dt_session_modules_deinit(struct dtrace *d);

#endif

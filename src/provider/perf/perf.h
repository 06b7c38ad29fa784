/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Probes that fire when an event of the kernel's perf interrupts a CPU: every so many nanoseconds
 * (profile), every so many occurrences (cpc), at an access to memory (watch). arg0 is the
 * interrupted instruction's address in the kernel, arg1 that in user mode; the other one is 0.
 *
 * Nothing tells a program which event has interrupted: each probe has events, and a program, of its
 * own. Events are opened disabled and switched on when everything is attached.
 */
#ifndef DT_PROVIDER_PERF_H
#define DT_PROVIDER_PERF_H

#include "provider/provider.h"

#include <linux/perf_event.h>

/** Give the probe its context and types. */
void dt_perf_probe(struct dt_registry *r, struct dt_probe *p, bool of_no_thread);

/** dt_context.arg: arg0 and arg1. */
dt_reg dt_perf_arg(const struct dt_context *self, struct dt_ir_func *f,
		   const struct dt_probe_set *set, unsigned n);

/** Open the event, of which type, config, period and exclusions are given, on the CPUs of `links`,
 * or on the first of them only, and attach the program. */
struct dt_error *dt_perf_open(const struct dt_attachment *a, const struct perf_event_attr *attr,
			      bool only_first, struct dt_links *links) dt_must_use;
/** The same in the threads of a process, and in those that it starts later. */
struct dt_error *dt_perf_open_threads(const struct dt_attachment *a,
				      const struct perf_event_attr *attr, pid_t pid,
				      struct dt_links *links) dt_must_use;
/** Switch on what has been opened since `links` had `first` descriptors. */
struct dt_error *dt_perf_start(const struct dt_links *links, size_t first) dt_must_use;

/** An event of our own thread, not switched on yet: a descriptor, or -1 and errno. */
int dt_perf_open_own(const struct perf_event_attr *attr);
/** Can the kernel count such an event? 0, or why not, an errno. */
int dt_perf_try(const struct perf_event_attr *attr);

#endif

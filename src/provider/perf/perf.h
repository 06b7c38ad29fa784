/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Probes that fire when a perf event of the kernel interrupts a CPU: after a period of time
 * (profile), after a number of occurrences (cpc), or at an access to memory (watch). arg0 is the
 * interrupted instruction's address if that is in the kernel, arg1 if it is in user mode; the other
 * one is 0.
 *
 * A program cannot determine which event has interrupted, so each probe has its own events and its
 * own program. Events are opened disabled and enabled when everything is attached.
 */
#ifndef DT_PROVIDER_PERF_H
#define DT_PROVIDER_PERF_H

#include "provider/provider.h"

#include <linux/perf_event.h>

/** Sets the probe's context and types. */
void dt_perf_probe(struct dt_registry *r, struct dt_probe *p, bool of_no_thread);

/** dt_context.arg: arg0 and arg1. */
dt_reg dt_perf_arg(const struct dt_context *self, struct dt_ir_func *f,
		   const struct dt_probe_set *set, unsigned n);

/** Opens an event on the CPUs of `links`, or on the first of them only, and attaches the program.
 *  The caller sets type, config, period and exclusions of `attr`. */
struct dt_error *dt_perf_open(const struct dt_attachment *a, const struct perf_event_attr *attr,
			      bool only_first, struct dt_links *links) dt_must_use;
/** The same in the threads of a process, including those that it starts later. */
struct dt_error *dt_perf_open_threads(const struct dt_attachment *a,
				      const struct perf_event_attr *attr, pid_t pid,
				      struct dt_links *links) dt_must_use;
/** Enables the events opened since `links` had `first` descriptors. */
struct dt_error *dt_perf_start(const struct dt_links *links, size_t first) dt_must_use;

/** Opens a disabled event of our own thread. Returns a descriptor, or -1 with errno. */
int dt_perf_open_own(const struct perf_event_attr *attr);
/** Returns 0 if the kernel can count such an event, or an errno. */
int dt_perf_try(const struct perf_event_attr *attr);

#endif

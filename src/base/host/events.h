/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Who may open perf events on this machine.
 */
#ifndef DT_BASE_HOST_EVENTS_H
#define DT_BASE_HOST_EVENTS_H

/**
 * What to append to the report that perf_event_open() failed with @p os_errno: "", or that
 * kernel.perf_event_paranoid forbids it. Static.
 * Source: level 3 is Debian's own; there CAP_PERFMON does not suffice.
 */
const char *dt_perf_advice(int os_errno);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Permission to open perf events on this machine.
 */
#ifndef DT_BASE_HOST_EVENTS_H
#define DT_BASE_HOST_EVENTS_H

/**
 * Returns text to append to the message that perf_event_open() failed with @p os_errno: a hint
 * about kernel.perf_event_paranoid, or "". The text is static. Source: level 3 is a Debian patch;
 * with it, CAP_PERFMON does not suffice.
 */
const char *dt_perf_advice(int os_errno);

#endif

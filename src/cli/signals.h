/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Signals that end tracing: the first one in an orderly way, the second one at once, even if dtrace
 * is blocked.
 */
#ifndef DT_CLI_SIGNALS_H
#define DT_CLI_SIGNALS_H

#include "cli/progress.h"
#include "dtrace/dtrace.h"

/** Lets SIGINT, SIGTERM and, unless it is ignored, SIGHUP end the process from now on, even while
 * it waits; ignores SIGPIPE. Clears `p` before printing anything. Borrows both arguments for good.
 * A second call does nothing. Returns false with errno set on failure. */
bool dt_signals_catch(struct dtrace *d, struct dt_progress *p);
/** Lets the signals interrupt the session from now on. */
void dt_signals_trace(void);
/** Reports whether a signal has arrived. */
bool dt_signals_received(void);

#endif

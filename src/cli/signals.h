/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Signals that end tracing: the first one in order, the second one at once, whatever holds us up.
 */
#ifndef DT_CLI_SIGNALS_H
#define DT_CLI_SIGNALS_H

#include "cli/progress.h"
#include "dtrace/dtrace.h"

/** From here on SIGINT, SIGTERM and, unless it is ignored, SIGHUP end us, whatever we wait for;
 * SIGPIPE is ignored. `p` is cleared before anything is said; both are borrowed for good. A second
 * call does nothing. False: errno says why. */
bool dt_signals_catch(struct dtrace *d, struct dt_progress *p);
/** From here on they interrupt the session. */
void dt_signals_trace(void);
/** Has one come? */
bool dt_signals_came(void);

#endif

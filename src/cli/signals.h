/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Signals that end tracing: the first one in order, the second one at once, whatever holds us up.
 */
#ifndef DT_CLI_SIGNALS_H
#define DT_CLI_SIGNALS_H

#include "dtrace/dtrace.h"

/** From here on SIGINT, SIGTERM and, unless it is ignored, SIGHUP end us, whatever we wait for;
 * SIGPIPE is ignored. A second call does nothing. False: errno says why. */
bool dt_signals_catch(struct dtrace *d);
/** From here on they interrupt the session. */
void dt_signals_trace(void);
/** Has one come? */
bool dt_signals_came(void);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Signals that end tracing: the first one in order, the second one at once, whatever holds us up.
 */
#ifndef DT_CLI_SIGNALS_H
#define DT_CLI_SIGNALS_H

#include "dtrace/dtrace.h"

/** From here on SIGINT, SIGTERM and, unless it is ignored, SIGHUP interrupt the session; SIGPIPE is
 *  ignored. False: errno says why. */
bool dt_signals_catch(struct dtrace *d);
/** Has one come? */
bool dt_signals_came(void);

#endif

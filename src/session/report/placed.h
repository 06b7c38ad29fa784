/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Probes that any dtrace has placed inside processes which this user may read.
 */
#ifndef DT_SESSION_PLACED_H
#define DT_SESSION_PLACED_H

#include "session/core/session.h"

/** Calls `fn` for each such process, whose sites are one link. */
struct dt_error *dt_session_each_placed(void (*fn)(void *arg, const struct dtrace_live *l),
					void *arg) dt_must_use;

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * What -h and -G share: the providers that the program declares itself.
 */
#ifndef DT_SESSION_USDT_H
#define DT_SESSION_USDT_H

#include "session/session.h"

/** An error unless the program declares providers, and nothing that would trace. */
struct dt_error *dt_session_check_providers(const struct dtrace *d) dt_must_use;

#endif

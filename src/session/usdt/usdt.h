/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * What -h and -G share: the providers that the program declares itself.
 */
#ifndef DT_SESSION_USDT_H
#define DT_SESSION_USDT_H

#include "session/session.h"

/** A provider whose probes programs have built in. */
static inline bool dt_session_is_built_in(const struct dt_provider_decl *p)
{
	return !p->loc.source->is_library && !p->is_static;
}

/** An error unless the program declares providers or, if these do, has clauses; a message that
 *  clauses are left out. */
struct dt_error *dt_session_check_providers(struct dtrace *d, bool clauses_do) dt_must_use;

#endif

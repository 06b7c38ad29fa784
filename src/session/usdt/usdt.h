/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Shared by -h and -G: the providers that the program declares itself.
 */
#ifndef DT_SESSION_USDT_H
#define DT_SESSION_USDT_H

#include "arch/arch.h"
#include "session/core/session.h"

/** Reports whether the provider's probes are built into programs. */
static inline bool dt_session_is_built_in(const struct dt_provider_decl *p)
{
	return !p->loc.source->is_library && !p->is_static;
}

/** Fails unless the program declares providers or, if clauses_do, has clauses. Sends a message if
 * clauses are ignored. */
struct dt_error *dt_session_check_providers(struct dtrace *d, bool clauses_do) dt_must_use;

// ---- -G

/** types_note.c: Appends the note of a provider's declaration. */
void dt_usdt_append_types(struct dt_str *out, const struct dtrace *d,
			  const struct dt_provider_decl *decl);

/** Probes for which objects call a function that reports whether they are traced. */
typedef dt_vec(const struct dt_provider_probe *) dt_usdt_asked;

/** check.c: Checks an object of the program, which must be for that machine. Fails unless its
 * probes match the declarations. Turns its calls into probes. */
struct dt_error *dt_usdt_check_object(const struct dtrace *d, const struct dt_machine *machine,
				      const char *path, dt_usdt_asked *asked) dt_must_use;
struct dt_error *dt_usdt_undeclared(const struct dt_provider_decl *p, const char *probe,
				    const char *path) dt_must_use;

/** calls.c: Turns an object's calls of probe functions into probes. */
struct dt_error *dt_usdt_turn_calls(const struct dtrace *d, const struct dt_machine *machine,
				    const char *path, dt_usdt_asked *asked) dt_must_use;

#endif

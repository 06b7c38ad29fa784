/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Probes that come into being while tracing join the programs that exist: each that of the probe
 * which holds the place for its description (dt_probe.is_retained).
 *
 * Decision: docs/dev/decisions/0037-later-files-join-programs.md
 */
#ifndef DT_SESSION_JOIN_H
#define DT_SESSION_JOIN_H

#include "session/program/program.h"

struct dt_match;

/** Probes that came to be in one pass, for one group. */
struct dt_addition {
	struct dt_group *group;
	dt_vec(struct dt_probe *) probes;
};
/** A zeroed one is empty. */
struct dt_additions {
	dt_vec(struct dt_addition) list;
};

/** Add a probe that a description has found; each once for each group. */
void dt_session_join(struct dtrace *d, struct dt_additions *a, const struct dt_match *m,
		     struct dt_probe *p);
/** Attach them. Processes that have ended meanwhile are no error. */
struct dt_error *dt_session_join_attach(struct dtrace *d, struct dt_additions *a) dt_must_use;
void dt_session_additions_deinit(struct dt_additions *a);

#endif

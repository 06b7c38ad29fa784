/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Probes created while tracing join existing programs: each joins the program of the placeholder of
 * its description (dt_probe.is_retained).
 *
 * Decision: docs/dev/decisions/0037-later-files-join-programs.md
 */
#ifndef DT_SESSION_JOIN_H
#define DT_SESSION_JOIN_H

#include "session/program/program.h"

struct dt_match;

/** Probes created in one pass for one group. */
struct dt_addition {
	struct dt_group *group;
	dt_vec(struct dt_probe *) probes;
};
/** Zero-initialized is empty. */
struct dt_additions {
	dt_vec(struct dt_addition) list;
};

/** Adds a probe that a description matched, once for each group. */
void dt_session_join(struct dtrace *d, struct dt_additions *a, const struct dt_match *m,
		     struct dt_probe *p);
/** Attaches the added probes. Ignores processes that have ended meanwhile. */
struct dt_error *dt_session_join_attach(struct dtrace *d, struct dt_additions *a) dt_must_use;
/** Attaches the added probes of groups that run inside the target, and those of files that it has
 *  mapped again. Forgets those of files that it has unmapped. */
struct dt_error *dt_session_join_inside(struct dtrace *d, const struct dt_additions *a) dt_must_use;
/** Lets the added probes join groups that run inside the target, and plans their sites. */
void dt_session_join_groups(struct dtrace *d, const struct dt_additions *a);
void dt_session_additions_deinit(struct dt_additions *a);

#endif

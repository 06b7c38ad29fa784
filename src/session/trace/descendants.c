/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * -x follow: the list of targets and their descendants. It begins with the targets; programs keep
 * it up to date (lower/account/followed.c). Ended processes are no longer in the list; for them,
 * feed.c records reports of forks.
 *
 * Decision: docs/dev/decisions/0038-follow-by-process-map.md
 */
#include "session/process/process.h"
#include "session/program/inside/inside.h"
#include "session/trace/feed.h"

static bool is_wanted(const struct dtrace *d)
{
	return d->options.v[DT_OPT_follow];
}

static void list_targets(struct dtrace *d)
{
	const uint32_t one = 1;

	dt_vec_foreach (&d->targets->list, t) {
		uint32_t pid = (uint32_t)t->pid;

		dt_session_table_put(d, DT_TABLE_FOLLOWED, &pid, &one);
	}
}

bool dt_session_follows(const struct dtrace *d, pid_t pid)
{
	const struct dt_reported *r = dt_map_get(&d->feeding->reported, &pid, sizeof(pid));
	uint32_t key = (uint32_t)pid, value;

	if (!d->options.v[DT_OPT_follow])
		return false;
	return dt_session_is_target(d, pid) || (d->inside->is_image && d->inside->pid == pid) ||
	       (r && r->is_followed) || dt_session_table_find(d, DT_TABLE_FOLLOWED, &key, &value);
}

const struct dt_feed dt_feed_descendants = {
    .is_wanted = is_wanted,
    .prepare = list_targets,
};

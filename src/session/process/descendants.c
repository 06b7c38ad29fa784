/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * -x follow: the list of processes that belong to the targets. It begins with these; programs keep
 * it up to date (lower/follow.c).
 */
#include "session/session.h"

#include <bpf/bpf.h>

void dt_session_follow_begin(struct dtrace *d)
{
	const uint32_t one = 1;

	if (!d->options.v[DT_OPT_follow])
		return;
	dt_vec_foreach (&d->targets, t) {
		uint32_t pid = (uint32_t)t->pid;

		bpf_map_update_elem(dt_session_table(d, DT_TABLE_FOLLOWED), &pid, &one, BPF_ANY);
	}
}

bool dt_session_follows(const struct dtrace *d, pid_t pid)
{
	uint32_t key = (uint32_t)pid, value;

	return d->options.v[DT_OPT_follow] &&
	       !bpf_map_lookup_elem(dt_session_table(d, DT_TABLE_FOLLOWED), &key, &value);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * -x follow: the programs that keep the list of processes up to date (lower/follow.c), and the
 * targets, with which it begins.
 */
#include "session/session.h"

#include <bpf/bpf.h>
#include <string.h>
#include <unistd.h>

static const struct {
	const char *tracepoint;
	struct dt_ir_prog *(*lower)(struct dt_lower *l);
} programs[DT_N_FOLLOW] = {
    {"sched_process_fork", dt_lower_follow_fork},
    {"sched_process_free", dt_lower_follow_free},
};

static bool is_on(const struct dtrace *d)
{
	return d->registry.pid_follow;
}

struct dt_error *dt_session_follow_generate(struct dtrace *d)
{
	for (size_t i = 0; i < DT_N_FOLLOW; i++) {
		d->follow[i] = (struct dt_part){.prog_fd = -1};
		if (is_on(d))
			d->follow[i].ir = programs[i].lower(d->lower);
	}
	return NULL;
}

struct dt_error *dt_session_follow_translate(struct dtrace *d)
{
	for (size_t i = 0; i < DT_N_FOLLOW; i++)
		if (d->follow[i].ir)
			DT_TRY(dt_bpf_compile(d->follow[i].ir, d->options.v[DT_OPT_strsize],
					      &d->follow[i].code));
	return NULL;
}

struct dt_error *dt_session_follow_attach(struct dtrace *d)
{
	const uint32_t one = 1;

	for (size_t i = 0; i < DT_N_FOLLOW; i++) {
		struct dt_part *part = &d->follow[i];
		dt_cleanup(dt_free_p) char *log = NULL;
		int fd;

		if (!part->ir)
			continue;
		DT_TRY(dt_bpf_load(part->ir, &part->code, &d->maps, false, false, &part->prog_fd,
				   &log));
		fd = bpf_raw_tracepoint_open(programs[i].tracepoint, part->prog_fd);
		if (fd < 0)
			return dt_error_os(-fd, "attach to %s, which -x follow needs",
					   programs[i].tracepoint);
		dt_vec_push(&d->links.fds, fd);
	}
	dt_vec_foreach (&d->targets, t) {
		uint32_t pid = (uint32_t)t->pid;

		if (is_on(d))
			bpf_map_update_elem(dt_session_map(d, "dt_follow"), &pid, &one, BPF_ANY);
	}
	return NULL;
}

bool dt_session_follows(const struct dtrace *d, pid_t pid)
{
	uint32_t key = (uint32_t)pid, value;

	return is_on(d) && !bpf_map_lookup_elem(dt_session_map(d, "dt_follow"), &key, &value);
}

void dt_session_follow_deinit(struct dtrace *d)
{
	for (size_t i = 0; i < DT_N_FOLLOW; i++) {
		if (d->follow[i].ir)
			dt_session_part_deinit(&d->follow[i]);
		d->follow[i].ir = NULL;
	}
}

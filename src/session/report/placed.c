/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Probes inside processes, as data. A process that has them maps their shared memory, by whose name
 * they are found; so the data are current, and include what a killed dtrace has left.
 */
#include "session/report/placed.h"

#include "place/place.h"
#include "symbols/process/proc.h"

#include <string.h>

struct search {
	struct dt_placer *placer;
	void (*fn)(void *arg, const struct dtrace_live *l);
	void *arg;
	struct dt_error *err;
};

static bool has_region(pid_t pid)
{
	struct dt_proc_mapping m;
	struct dt_proc_maps maps;
	bool has = false;

	if (!dt_proc_maps_open(&maps, pid))
		return false;
	while (!has && dt_proc_maps_next(&maps, &m))
		has = !strcmp(m.path, "/memfd:" DT_PLACE_REGION);
	dt_proc_maps_close(&maps);
	return has;
}

static void describe(struct search *s, pid_t pid, const struct dt_place_found *found)
{
	dt_cleanup(dt_free_p) char *provider = dt_asprintf("pid%d", (int)pid);
	dt_cleanup(dt_free_p) char *path = dt_proc_executable(pid);
	struct dt_proc_status placer = {0};

	if (found->placer)
		dt_proc_status(found->placer, &placer);
	s->fn(s->arg, &(struct dtrace_live){
			  .size = sizeof(struct dtrace_live),
			  .tracer = placer.parent,
			  .process = pid,
			  .is_of_process = true,
			  .provider = provider,
			  .mechanism = "jumps",
			  .path = path ? path : "",
			  .n_places = found->noted,
			  .module = "",
			  .function = "",
			  .is_left = !found->placer,
			  .inherited_from = found->target == pid ? 0 : found->target,
		      });
}

static void look_at(void *self, pid_t pid)
{
	struct dt_place_found found;
	struct search *s = self;
	struct dt_error *err;

	if (s->err || !has_region(pid))
		return;
	if (!s->placer)
		s->err = dt_placer_create(&s->placer);
	if (s->err)
		return;
	err = dt_place_look(s->placer, pid, &found);
	if (!err && found.patches > 0)
		describe(s, pid, &found);
	dt_error_destroy(err); // it has ended, or this user may not read its memory
}

struct dt_error *dt_session_each_placed(void (*fn)(void *arg, const struct dtrace_live *l),
					void *arg)
{
	struct search s = {.fn = fn, .arg = arg};
	struct dt_error *err = dt_proc_each(look_at, &s);

	dt_placer_end(s.placer);
	if (!err)
		return s.err;
	dt_error_destroy(s.err);
	return err;
}

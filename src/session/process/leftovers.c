/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Probes inside processes whose dtrace and placer were both killed. They harm nothing, but no
 * process reads their data. The next dtrace that traces removes them: those of the list of
 * processes (place/list.h), and those of its own target.
 */
#include "session/process/process.h"

#include "abi/layout.h"
#include "place/list.h"
#include "place/place.h"
#include "symbols/process/proc.h"

#include <string.h>

struct dt_error *dt_session_leftovers_remove(struct dtrace *d, struct dt_placer *placer, pid_t pid)
{
	char name[DT_PROC_NAME];
	struct dt_place_found found;

	dt_proc_name(pid, name);
	DT_TRY(dt_place_clean(placer, pid, &found));
	if (found.patches <= 0 || d->options.v[DT_OPT_quiet])
		return NULL;
	if (found.target == pid)
		dt_session_message(
		    d, "process %d (%s): removed %zu probe%s of a dtrace that was killed", (int)pid,
		    name, found.noted, found.noted == 1 ? "" : "s");
	else
		dt_session_message(
		    d, "process %d (%s): removed %zu probe%s that it inherited from process %d",
		    (int)pid, name, found.noted, found.noted == 1 ? "" : "s", (int)found.target);
	return NULL;
}

static void remove_listed(struct dtrace *d, struct dt_placer *placer, pid_t pid)
{
	struct dt_error *err = dt_session_leftovers_remove(d, placer, pid);

	if (err && err->code != DT_ERR_PROC_GONE && !d->options.v[DT_OPT_quiet])
		dt_session_message(d, "failed to remove the probes of a dtrace that was killed: %s",
				   err->message);
	dt_error_destroy(err);
}

void dt_session_leftovers_clean(struct dtrace *d)
{
	struct dt_placer *placer = NULL;
	dt_place_entries list = {0};
	struct dt_error *err = NULL;

	dt_place_list_read(&list);
	if (list.len)
		err = dt_placer_create(&placer);
	if (err)
		dt_session_debug(d, "%s", err->message);
	else
		dt_vec_foreach (&list, e)
			remove_listed(d, placer, e->pid);
	dt_error_destroy(err);
	dt_placer_end(placer);
	dt_vec_deinit(&list);
}

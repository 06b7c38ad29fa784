/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Types that the program names and neither it nor the kernel defines: those of the first target's
 * executable and libraries. Enumerators are left out: a D variable must not change its meaning with
 * what is traced.
 */
#include "provider/pid/types.h"
#include "provider/process/name.h"
#include "session/session.h"

#include <string.h>

/** Does a text speak of pid probes? Others must not make a command begin before its time. */
static bool names_processes(const struct dtrace *d)
{
	dt_vec_foreach (&d->texts, t)
		if (dt_process_in_text((*t)->source.text))
			return true;
	return false;
}

static const struct dt_type *lookup(void *self, struct dt_universe *u, enum dt_type_kind kind,
				    const char *name)
{
	struct dtrace *d = self;

	if (!d->targets.len || !names_processes(d))
		return NULL;
	// Before a command of -c has begun its program there is nothing to look into; if that
	// fails, the matching of its probes will say so.
	dt_error_destroy(dt_session_targets_load(d));
	return dt_pid_named_type(&d->registry, dt_session_target(d), kind, name);
}

static const struct dt_type *enumerator(void *self, struct dt_universe *u, const char *name,
					int64_t *value)
{
	return NULL;
}

void dt_session_user_types_init(struct dtrace *d)
{
	d->user_types =
	    (struct dt_type_source){.self = d, .lookup = lookup, .enumerator = enumerator};
	dt_universe_add_source(d->compile->types, &d->user_types);
}

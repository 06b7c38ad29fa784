/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Finds types that neither the program nor the kernel defines in the first target's executable and
 * libraries. Enumerators are excluded, because a D identifier must not depend on the target.
 */
#include "provider/pid/types.h"
#include "provider/process/name.h"
#include "session/compile/compile.h"
#include "session/process/process.h"

#include <string.h>

/** Reports whether a text names pid probes. For other texts, a command must not be loaded early. */
static bool names_processes(const struct dtrace *d)
{
	dt_vec_foreach (&d->script->texts, t)
		if (dt_process_in_text((*t)->source.text))
			return true;
	return false;
}

static const struct dt_type *lookup_type(void *self, struct dt_universe *u, enum dt_type_kind kind,
					 const char *name)
{
	struct dtrace *d = self;

	if (!d->targets->list.len || !names_processes(d))
		return NULL;
	// A command of -c has no mappings until it is loaded. If loading fails, matching its probes
	// reports the error.
	dt_error_destroy(dt_session_targets_load(d));
	return dt_pid_named_type(&d->registry, dt_session_target(d), kind, name);
}

static const struct dt_type *find_enumerator(void *self, struct dt_universe *u, const char *name,
					     int64_t *value)
{
	return NULL;
}

void dt_session_user_types_init(struct dtrace *d)
{
	d->sources->user_types = (struct dt_type_source){
	    .self = d, .lookup = lookup_type, .enumerator = find_enumerator};
	dt_universe_add_source(d->compile->types, &d->sources->user_types);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Options of a session. A note about a value becomes a message, or a detail of -v.
 */
#include "session/core/session.h"

#include <stdlib.h>
#include <string.h>

struct dt_error *dt_session_setopt(struct dtrace *d, const char *name, const char *value,
				   enum dt_option_origin origin)
{
	struct dt_option_note note = {0};

	DT_TRY(dt_options_set(&d->options, name, value, origin, d->tracing.going, &note));
	if (note.text && note.is_detail) {
		dt_session_detail(d, note.text);
		return NULL;
	}
	if (note.text)
		dt_session_message(d, "%s", note.text);
	free(note.text);
	return NULL;
}

struct dt_error *dtrace_setopt(struct dtrace *d, const char *name, const char *value)
{
	DT_TRY(dt_session_enter(d, name));
	return dt_session_setopt(d, name, value, DT_ORIGIN_CLI);
}

const char *dtrace_getopt_text(const struct dtrace *d, const char *name)
{
	int id = d && name ? dt_option_find(name) : DT_N_OPTIONS;

	return id < DT_N_OPTIONS ? d->options.s[id] : NULL;
}

bool dtrace_getopt(const struct dtrace *d, const char *name, int64_t *ret)
{
	int id = d && name && ret ? dt_option_find(name) : DT_N_OPTIONS;

	if (id == DT_N_OPTIONS)
		return false;
	*ret = d->options.v[id];
	return true;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Guards the functions of the public header that change a session. A handler runs in the middle of
 * such a function, so it may only read its session and interrupt it.
 */
#include "session/core/session.h"

struct dt_error *dt_session_enter(const struct dtrace *d, const void *argument)
{
	if (!d || !argument)
		return dt_error_new(DT_ERR_USAGE, "an argument is NULL");
	if (d->output.n_calls)
		return dt_error_new(DT_ERR_USAGE,
				    "a handler may only read its session and interrupt it");
	return NULL;
}

bool dt_session_may_call(struct dtrace *d, const char *function)
{
	struct dt_error *err = dt_session_enter(d, d);
	bool may = !err;

	// A handler of messages that causes a message would be called forever.
	if (err && d && !d->output.in_message)
		dt_session_message(d, "%s: %s", function, err->message);
	dt_error_destroy(err);
	return may;
}

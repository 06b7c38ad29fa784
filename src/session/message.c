/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What a session says to its user.
 */
#include "session/session.h"

#include "base/time.h"
#include "consume/sink/visible.h"

#include <string.h>

void dt_session_message(struct dtrace *d, const char *fmt, ...)
{
	dt_cleanup(dt_free_p) char *text = NULL;
	dt_cleanup(dt_str_deinit) struct dt_str shown = {0};
	va_list ap;

	va_start(ap, fmt);
	text = dt_vasprintf(fmt, ap);
	va_end(ap);
	dt_visible_append(&shown, text, strlen(text), true); // it may name what others have named
	if (d->message)
		d->message(d->message_arg, dt_str_text(&shown));
}

void dt_session_debug(struct dtrace *d, const char *fmt, ...)
{
	dt_cleanup(dt_free_p) char *text = NULL;
	va_list ap;

	if (!d->options.v[DT_OPT_debug])
		return;
	va_start(ap, fmt);
	text = dt_vasprintf(fmt, ap);
	va_end(ap);
	dt_session_message(d, "DEBUG %llu us: %s",
			   (unsigned long long)(dt_now() - d->opened) / 1000, text);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Messages of a session to its user.
 */
#include "session/core/session.h"

#include "base/time.h"
#include "base/text/visible.h"

void dtrace_print(FILE *out, const char *text, bool has_lines)
{
	if (!out || !text)
		return;

	dt_cleanup(dt_str_deinit) struct dt_str line = {0};

	dt_str_printf(&line, "%s\n", text);
	dt_visible_print(out, &line, !has_lines);
}

void dt_session_message(struct dtrace *d, const char *fmt, ...)
{
	dt_cleanup(dt_free_p) char *text = NULL;
	va_list ap;

	va_start(ap, fmt);
	text = dt_vasprintf(fmt, ap);
	va_end(ap);
	if (!d->output.message)
		return;
	bool was = d->output.in_message;
	d->output.in_message = true;
	d->output.n_calls++;
	d->output.message(d->output.message_arg, text);
	d->output.n_calls--;
	d->output.in_message = was;
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
			   (unsigned long long)(dt_now() - d->output.opened) / 1000, text);
}

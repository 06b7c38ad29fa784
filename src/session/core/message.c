/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Messages of a session to its user.
 */
#include "session/core/session.h"

#include "base/time.h"
#include "base/text/visible.h"

#include <string.h>
#include <unistd.h>

void dtrace_print(int fd, const char *text, bool has_lines)
{
	if (!text)
		return;

	dt_cleanup(dt_str_deinit) struct dt_str line = {0};

	if (isatty(fd))
		dt_visible_append(&line, text, strlen(text), !has_lines);
	else
		dt_str_append(&line, text);
	dt_str_append_c(&line, '\n');
	dt_str_write(&line, fd);
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

void dt_session_detail(struct dtrace *d, char *text)
{
	if (!d->output.verbose) {
		dt_vec_push(&d->output.details, text);
		return;
	}
	dt_session_message(d, "%s", text);
	free(text);
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

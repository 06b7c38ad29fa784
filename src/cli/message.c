/* SPDX-License-Identifier: BSD-2-Clause */
#include "cli/message.h"
#include "cli/cli.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void print_message(bool has_lines, const char *fmt, va_list ap)
{
	char *text = NULL;
	size_t size;
	FILE *line = open_memstream(&text, &size);

	if (!line)
		return;
	fputs("dtrace: ", line);
	vfprintf(line, fmt, ap);
	if (!fclose(line))
		dtrace_print(STDERR_FILENO, text, has_lines);
	free(text);
}

static void print_lines(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	print_message(true, fmt, ap);
	va_end(ap);
}

void dt_message(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	print_message(false, fmt, ap);
	va_end(ap);
}

void dt_cli_message(struct dt_cli *c, const char *fmt, ...)
{
	va_list ap;

	dt_progress_clear(&c->progress);
	// Earlier records must appear before the message.
	fflush(c->out);
	va_start(ap, fmt);
	print_message(false, fmt, ap);
	va_end(ap);
}

void dt_cli_print(void *cli, const char *text)
{
	dt_cli_message(cli, "%s", text);
}

int dt_fail_text(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	print_message(false, fmt, ap);
	va_end(ap);
	return E_ERROR;
}

int dt_fail_thread(void)
{
	bool is_limit = errno == EAGAIN;

	return dt_fail_text("failed to start a thread: %s%s", strerror(errno),
			    is_limit ? ": raise the limits of processes (ulimit -u, pids.max) or "
				       "memory (ulimit -v)"
				     : "");
}

int dt_fail(struct dtrace_error *err, const char *what)
{
	// The message contains the program's text, which may have several lines.
	bool has_lines = dtrace_error_kind(err) == DTRACE_ERROR_COMPILE;

	(has_lines ? print_lines : dt_message)("%s%s%s", what ? what : "", what ? ": " : "",
					       dtrace_error_message(err));
	dtrace_error_free(err);
	return E_ERROR;
}

void dt_print_line(FILE *out, const char *fmt, ...)
{
	int fd = fileno(out);
	char *text = NULL;
	va_list ap;

	va_start(ap, fmt);
	if (fd >= 0 && isatty(fd)) {
		fflush(out);
		if (vasprintf(&text, fmt, ap) >= 0)
			dtrace_print(fd, text, false);
		free(text);
	} else {
		vfprintf(out, fmt, ap);
		fputc('\n', out);
	}
	va_end(ap);
}

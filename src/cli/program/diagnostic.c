/* SPDX-License-Identifier: BSD-2-Clause */
#include "cli/program/diagnostic.h"

#include "cli/option.h"
#include "cli/program/json.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/** Colours, by escape sequence. */
static const char plain[] = "\033[m", title[] = "\033[1m", error[] = "\033[1;31m",
		  warning[] = "\033[1;35m", hint[] = "\033[1;36m";

static const char *paint(struct dt_diagnostic_form form, const char *color)
{
	return form.colors ? color : "";
}

/** Prints as many blanks as the excerpt has characters before the mark. Tabs stay, so that the
 * caret is below its column. The excerpt is valid UTF-8. */
static void print_indent(FILE *out, const struct dtrace_diagnostic *g)
{
	for (size_t i = 0; i < g->mark; i++)
		if ((g->excerpt[i] & 0xc0) != 0x80)
			fputc(g->excerpt[i] == '\t' ? '\t' : ' ', out);
}

static void print_excerpt(FILE *out, const struct dtrace_diagnostic *g, const char *color,
			  const char *end)
{
	int gutter = fprintf(out, "%5u", g->line);

	fprintf(out, " | %s\n%*s | ", g->excerpt, gutter, "");
	print_indent(out, g);
	fprintf(out, "%s^", color);
	for (size_t i = 1; i < g->mark_length; i++)
		fputc('~', out);
	fprintf(out, "%s\n", end);
}

void dt_diagnostic_print(FILE *out, const struct dtrace_diagnostic *g,
			 struct dt_diagnostic_form form)
{
	bool is_error = g->severity == DTRACE_SEVERITY_ERROR;
	const char *color = paint(form, is_error ? error : warning), *end = paint(form, plain);

	if (g->line)
		fprintf(out, "%s%s:%u:%u:%s ", paint(form, title), g->file, g->line, g->column,
			end);
	if (form.errtags)
		fprintf(out, "[%s] ", g->tag);
	fprintf(out, "%s%s:%s %s\n", color, is_error ? "error" : "warning", end, g->message);
	if (g->excerpt)
		print_excerpt(out, g, color, end);
	if (g->hint)
		fprintf(out, "%shint:%s %s\n", paint(form, hint), end, g->hint);
}

/** Values of option color. */
enum { COLOR_AUTO, COLOR_ALWAYS };

static bool is_colored(const struct dtrace *d, FILE *out)
{
	const char *no = getenv("NO_COLOR"), *term = getenv("TERM");
	int64_t color = dt_option(d, "color");

	if (color != COLOR_AUTO)
		return color == COLOR_ALWAYS;
	return !(no && *no) && !(term && !strcmp(term, "dumb")) && isatty(fileno(out));
}

void dt_diagnostics_print(FILE *out, struct dtrace *d)
{
	struct dtrace_diagnostic g = {.size = sizeof(g)};
	struct dt_diagnostic_form form = {
	    .errtags = dt_option(d, "errtags"),
	    .colors = is_colored(d, out),
	};

	for (size_t i = 0; dtrace_diagnostic(d, i, &g); i++)
		dt_diagnostic_print(out, &g, form);
}

static void write_diagnostic(struct dt_json *j, const struct dtrace_diagnostic *g)
{
	dt_json_open(j, NULL, '{');
	dt_json_text(j, "tag", g->tag);
	dt_json_text(j, "severity", g->severity == DTRACE_SEVERITY_ERROR ? "error" : "warning");
	dt_json_text(j, "file", g->file);
	if (g->line) {
		dt_json_number(j, "line", g->line);
		dt_json_number(j, "column", g->column);
		dt_json_number(j, "end_line", g->end_line);
		dt_json_number(j, "end_column", g->end_column);
	}
	dt_json_text(j, "message", g->message);
	dt_json_text(j, "hint", g->hint);
	dt_json_close(j, '}');
}

void dt_diagnostics_write(FILE *out, struct dtrace *d, const struct dtrace_error *err)
{
	struct dtrace_diagnostic g = {.size = sizeof(g)};
	struct dt_json j = {.out = out};

	dt_json_open(&j, NULL, '{');
	dt_json_open(&j, "diagnostics", '[');
	for (size_t i = 0; dtrace_diagnostic(d, i, &g); i++)
		write_diagnostic(&j, &g);
	dt_json_close(&j, ']');
	if (err && dtrace_error_kind(err) != DTRACE_ERROR_COMPILE)
		dt_json_text(&j, "error", dtrace_error_message(err));
	dt_json_close(&j, '}');
	fputc('\n', out);
}

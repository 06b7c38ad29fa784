/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The list of diagnostics and their two printed forms: the located one with the source line and a
 * caret, and DTrace's classic one-line text.
 *
 * Invariants: at most MAX_ERRORS errors are kept, so that a hostile text costs little. Errors with
 * the same tag and location are one error. Source lines are printable: control bytes and broken
 * UTF-8 appear as '?', tabs stay tabs to keep the caret below its column, and a long line is
 * clipped to a window around the caret. This file writes to no file or terminal.
 */
#include "lang/diag.h"

#include "base/text/visible.h"
#include "dialect/color.h"

#include <string.h>

enum {
	MAX_ERRORS = 20,
	WINDOW_BEFORE = 100, // bytes of source shown before the caret
	WINDOW_AFTER = 60,
};

const struct dt_tag_info dt_tag_table[DT_N_TAGS] = {
#define DT_TAG(name, text)	[name] = {#name, text, DT_SEV_ERROR},
#define DT_TAG_WARN(name, text) [name] = {#name, text, DT_SEV_WARNING},
#define DT_TAG_LINT(name, text) [name] = {#name, text, DT_SEV_LINT},
#include "lang/tags.def"
#undef DT_TAG
};

static bool is_duplicate(const struct dt_diags *d, struct dt_loc loc, enum dt_tag tag)
{
	for (size_t i = 0; i < d->list.len; i++) {
		const struct dt_diag *p = &d->list.data[i];

		if (p->tag == tag && p->loc.source == loc.source && p->loc.offset == loc.offset &&
		    p->loc.line == loc.line)
			return true;
	}
	return false;
}

static bool is_unwanted(const struct dt_diags *d, enum dt_tag tag)
{
	enum dt_severity severity = dt_tag_table[tag].severity;

	return (severity != DT_SEV_ERROR && d->no_warnings) ||
	       (severity == DT_SEV_LINT && !d->lint);
}

void dt_diag(struct dt_diags *d, struct dt_loc loc, enum dt_tag tag, const char *fmt, ...)
{
	if (d->too_many || is_unwanted(d, tag) || is_duplicate(d, loc, tag))
		return;

	va_list ap;
	va_start(ap, fmt);
	dt_cleanup(dt_free_p) char *message = dt_vasprintf(fmt, ap);
	va_end(ap);

	dt_vec_push(&d->list, (struct dt_diag){
				  .tag = tag,
				  .loc = loc,
				  .region = d->region,
				  .message = dt_arena_strdup(d->arena, message),
			      });
	d->n_errors += dt_tag_table[tag].severity == DT_SEV_ERROR;
	d->too_many = d->n_errors >= MAX_ERRORS;
}

void dt_diag_hint(struct dt_diags *d, const char *fmt, ...)
{
	if (!d->list.len)
		return;

	va_list ap;
	va_start(ap, fmt);
	dt_cleanup(dt_free_p) char *hint = dt_vasprintf(fmt, ap);
	va_end(ap);
	dt_vec_last(&d->list).hint = dt_arena_strdup(d->arena, hint);
}

/* Returns the name of the text for messages: from #line, the file, or a name for -n's text. */
static const char *source_name(const struct dt_loc *loc)
{
	if (loc->file)
		return loc->file;
	if (loc->source && loc->source->is_file)
		return loc->source->name;
	return "<program>";
}

/*
 * Appends source bytes [from, to) in printable form to `out`, and as many columns of blanks to
 * `pad`, if given.
 */
static void append_printable(struct dt_str *out, struct dt_str *pad, const char *text, size_t from,
			     size_t to)
{
	for (size_t i = from; i < to;) {
		size_t n = dt_utf8_sequence(text + i, to - i);

		if (n > 1)
			dt_str_append_n(out, text + i, n);
		else if (text[i] == '\t' || (text[i] >= ' ' && text[i] < 0x7f))
			dt_str_append_c(out, text[i]);
		else
			dt_str_append_c(out, '?');
		if (pad)
			dt_str_append_c(pad, text[i] == '\t' ? '\t' : ' ');
		i += n ? n : 1;
	}
}

/* Appends "   12 | text" and "      |     ^~~~" for the location's line. */
static void append_source_line(struct dt_str *out, const struct dt_loc *loc, const char *paint,
			       const char *plain)
{
	const char *text = loc->source->text;
	size_t at = loc->offset < loc->source->len ? loc->offset : loc->source->len;
	size_t begin = at, end = at;

	while (begin > 0 && text[begin - 1] != '\n' && at - begin < WINDOW_BEFORE)
		begin--;
	while (end < loc->source->len && text[end] != '\n' && end - at < WINDOW_AFTER)
		end++;

	struct dt_str pad = {0};
	bool clipped_before = begin > 0 && text[begin - 1] != '\n';
	bool clipped_after = end < loc->source->len && text[end] != '\n';

	size_t start = out->len;
	dt_str_printf(out, "%5u", loc->line);
	int gutter = (int)(out->len - start);
	dt_str_append(out, " | ");
	if (clipped_before) {
		dt_str_append(out, "...");
		dt_str_append(&pad, "   ");
	}
	append_printable(out, &pad, text, begin, at);
	append_printable(out, NULL, text, at, end);
	if (clipped_after)
		dt_str_append(out, "...");
	dt_str_printf(out, "\n%*s | %s%s^", gutter, "", dt_str_text(&pad), paint);
	for (size_t i = 1; i < loc->length && at + i < end; i++)
		dt_str_append_c(out, '~');
	dt_str_printf(out, "%s\n", plain);
	dt_str_deinit(&pad);
}

static void append_text(struct dt_str *out, const char *text, bool shields)
{
	if (shields)
		dt_visible_append(out, text, strlen(text), true);
	else
		dt_str_append(out, text);
}

void dt_diag_format(struct dt_str *out, const struct dt_diag *d, struct dt_diag_form form)
{
	bool is_error = dt_tag_table[d->tag].severity == DT_SEV_ERROR;
	const char *paint = dt_paint(form.colors, is_error ? DT_PAINT_ERROR : DT_PAINT_WARNING);
	const char *plain = dt_paint(form.colors, DT_PAINT_PLAIN);

	if (d->loc.line) {
		dt_str_append(out, dt_paint(form.colors, DT_PAINT_TITLE));
		append_text(out, source_name(&d->loc), form.shields);
		dt_str_printf(out, ":%u:%u:%s ", d->loc.line, d->loc.column, plain);
	}
	if (form.errtags)
		dt_str_printf(out, "[%s] ", dt_tag_table[d->tag].name);
	dt_str_printf(out, "%s%s:%s ", paint, is_error ? "error" : "warning", plain);
	append_text(out, d->message, form.shields);
	dt_str_append_c(out, '\n');
	if (d->loc.line && d->loc.source)
		append_source_line(out, &d->loc, paint, plain);
	if (d->hint) {
		dt_str_printf(out, "%shint:%s ", dt_paint(form.colors, DT_PAINT_HINT), plain);
		append_text(out, d->hint, form.shields);
		dt_str_append_c(out, '\n');
	}
}

void dt_diag_format_classic(struct dt_str *out, const struct dt_diag *d, bool errtags)
{
	const struct dt_loc *loc = &d->loc;

	if (errtags)
		dt_str_printf(out, "[%s] ", dt_tag_table[d->tag].name);
	if (loc->line && loc->file)
		dt_str_printf(out, "\"%s\", line %u: ", loc->file, loc->line);
	else if (loc->line && loc->source && loc->source->is_library)
		dt_str_printf(out, "\"%s\", line %u: ", loc->source->name, loc->line);
	else if (loc->line && loc->source && loc->source->is_file)
		dt_str_printf(out, "line %u: ", loc->line);
	else if (d->region)
		dt_str_printf(out, "%s: ", d->region);
	append_text(out, d->message, true);
}

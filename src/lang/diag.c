/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The list of diagnostics, their data, and DTrace's classic one-line text.
 *
 * Invariants: at most MAX_ERRORS errors are kept, so that a hostile text costs little. Errors with
 * the same tag and location are one error. Excerpts of the source are printable: control bytes and
 * broken UTF-8 appear as '?', tabs stay tabs, and a long line is clipped to a window around the
 * location. This file writes to no file or terminal.
 */
#include "lang/diag.h"

#include "base/text/visible.h"
#include "dtrace/dtrace.h"

#include <string.h>

enum {
	MAX_ERRORS = 20,
	WINDOW_BEFORE = 100, // bytes of source shown before the location
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

/** Appends source bytes [from, to) in printable form, each byte as one byte. */
static void append_printable(struct dt_str *out, const char *text, size_t from, size_t to)
{
	for (size_t i = from; i < to;) {
		size_t n = dt_utf8_sequence(text + i, to - i);

		if (n > 1)
			dt_str_append_n(out, text + i, n);
		else if (text[i] == '\t' || (text[i] >= ' ' && text[i] < 0x7f))
			dt_str_append_c(out, text[i]);
		else
			dt_str_append_c(out, '?');
		i += n ? n : 1;
	}
}

static char *arena_take(struct dt_arena *arena, struct dt_str *text)
{
	char *copy = dt_arena_strndup(arena, dt_str_text(text), text->len);

	dt_str_deinit(text);
	return copy;
}

/** Returns the text with control characters as escapes, and broken UTF-8 as '?'. */
static char *visible(struct dt_arena *arena, const char *text)
{
	dt_cleanup(dt_str_deinit) struct dt_str shown = {0};
	struct dt_str valid = {0};

	dt_visible_append(&shown, text, strlen(text), true);
	append_printable(&valid, dt_str_text(&shown), 0, shown.len);
	return arena_take(arena, &valid);
}

/** Writes the excerpt around the location. */
static void describe_excerpt(struct dt_arena *arena, const struct dt_loc *loc,
			     struct dtrace_diagnostic *ret)
{
	const char *text = loc->source->text;
	size_t at = loc->offset < loc->source->len ? loc->offset : loc->source->len;
	size_t begin = at, end = at;
	struct dt_str excerpt = {0};

	while (begin > 0 && text[begin - 1] != '\n' && at - begin < WINDOW_BEFORE)
		begin--;
	while (end < loc->source->len && text[end] != '\n' && end - at < WINDOW_AFTER)
		end++;
	if (begin > 0 && text[begin - 1] != '\n')
		dt_str_append(&excerpt, "...");
	append_printable(&excerpt, text, begin, at);
	ret->mark = excerpt.len;
	append_printable(&excerpt, text, at, end);
	ret->mark_length = loc->length < end - at ? loc->length : end - at;
	if (end < loc->source->len && text[end] != '\n')
		dt_str_append(&excerpt, "...");
	ret->excerpt = arena_take(arena, &excerpt);
}

/** Writes the end: the location may continue on further lines. */
static void describe_end(const struct dt_loc *loc, struct dtrace_diagnostic *ret)
{
	size_t end = (size_t)loc->offset + loc->length;

	ret->end_line = loc->line;
	ret->end_column = loc->column;
	for (size_t i = loc->offset; i < end && i < loc->source->len; i++) {
		ret->end_column++;
		if (loc->source->text[i] == '\n') {
			ret->end_line++;
			ret->end_column = 1;
		}
	}
}

void dt_diag_describe(struct dt_arena *arena, const struct dt_diag *d,
		      struct dtrace_diagnostic *ret)
{
	*ret = (struct dtrace_diagnostic){
	    .size = sizeof(*ret),
	    .tag = dt_tag_table[d->tag].name,
	    .severity = dt_tag_table[d->tag].severity == DT_SEV_ERROR ? DTRACE_SEVERITY_ERROR
								      : DTRACE_SEVERITY_WARNING,
	    .message = visible(arena, d->message),
	    .hint = d->hint ? visible(arena, d->hint) : NULL,
	};
	if (!d->loc.line)
		return;
	ret->file = visible(arena, source_name(&d->loc));
	ret->line = d->loc.line;
	ret->column = d->loc.column;
	if (!d->loc.source)
		return;
	describe_end(&d->loc, ret);
	describe_excerpt(arena, &d->loc, ret);
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
	dt_visible_append(out, d->message, strlen(d->message), true);
}

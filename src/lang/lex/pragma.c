/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Control lines: `#line`, `# N "file"`, `#error`, `#ident`, and the pragmas of D.
 *
 * The lexer calls dt_lex_control() at a '#' that begins a line. The line takes effect at once: an
 * option is in force from there on. Dependencies are recorded for the D library
 * (session/compile/library.c).
 *
 * To add a pragma: 1. a function like pragma_option(); 2. its line in `pragmas`.
 */
#include "dialect/attributes.h"
#include "lang/ident.h"
#include "lang/lex/lex.h"

#include <ctype.h>
#include <string.h>

/* The unread rest of a control line. */
struct control {
	struct dt_lexer *lx;
	const char *at, *end;
	struct dt_loc loc; // of the whole line
	bool in_quotes;	   // the last word lacks its closing quote
};

static void skip_space(struct control *k)
{
	while (k->at < k->end && isspace((unsigned char)*k->at))
		k->at++;
}

/* Returns the next word, in arena memory, or "" at the end of the line. Includes blanks inside
 * quotes, but not quotes around the whole word. */
static const char *next_word(struct control *k)
{
	skip_space(k);
	const char *start = k->at;
	for (; k->at < k->end && (k->in_quotes || !isspace((unsigned char)*k->at)); k->at++)
		k->in_quotes ^= *k->at == '"';

	size_t len = (size_t)(k->at - start);
	if (len > 1 && start[0] == '"' && start[len - 1] == '"')
		return dt_arena_strndup(k->lx->c->arena, start + 1, len - 2);
	return dt_arena_strndup(k->lx->c->arena, start, len);
}

/** Removes quotes around the text. */
static char *unquote(char *text)
{
	size_t len = strlen(text);

	if (len < 2 || text[0] != '"' || text[len - 1] != '"')
		return text;
	text[len - 1] = '\0';
	return text + 1;
}

static bool at_line_end(struct control *k)
{
	skip_space(k);
	return k->at == k->end;
}

/** Reports whether nothing follows on the line, and every quote is closed. */
static bool is_complete(struct control *k)
{
	return at_line_end(k) && !k->in_quotes;
}

static void report_malformed(struct control *k, const char *usage)
{
	dt_lex_error(k->lx, k->loc, D_PRAGMA_MALFORM, "malformed #pragma D %.*s",
		     (int)strcspn(usage, " "), usage);
	dt_lex_hint(k->lx, "the form is: #pragma D %s", usage);
}

static bool is_one_of(const char *word, const char *const *list, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!strcmp(word, list[i]))
			return true;
	return false;
}

// ---- the pragmas of D

static void pragma_option(struct control *k)
{
	const struct dt_option_sink *sink = k->lx->c->options;
	char *name = (char *)next_word(k);
	char *value = strchr(name, '=');

	if (!*name || !is_complete(k)) {
		report_malformed(k, "option name[=value]");
		return;
	}
	if (value) {
		*value++ = '\0';
		value = unquote(value);
	}
	if (!sink)
		return;

	struct dt_error *err = sink->set(sink->self, name, value, true);
	if (err && value)
		dt_lex_error(k->lx, k->loc, D_PRAGMA_OPTSET,
			     "failed to set option '%s' to '%s': %s", name, value, err->message);
	else if (err)
		dt_lex_error(k->lx, k->loc, D_PRAGMA_OPTSET, "failed to set option '%s': %s", name,
			     err->message);
	dt_error_destroy(err);
}

static void pragma_attributes(struct control *k)
{
	static const char *const parts[] = {"provider", "module", "function", "name", "args"};
	static const char usage[] = "attributes name/data/class {identifier | provider name "
				    "{provider | module | function | name | args}}";
	struct dt_compile *c = k->lx->c;
	struct dt_ident_pragma *a = dt_arena_new(c->arena, struct dt_ident_pragma);
	struct dt_attributes attributes;

	a->loc = k->loc;
	a->attributes = next_word(k);
	if (!dt_attributes_parse(a->attributes, &attributes)) {
		report_malformed(k, usage);
		return;
	}
	a->ident = next_word(k);
	if (!strcmp(a->ident, "provider") && !is_complete(k)) {
		a->ident = next_word(k);
		a->part = next_word(k);
		if (!is_one_of(a->part, parts, dt_array_len(parts))) {
			report_malformed(k, usage);
			return;
		}
	}
	if (!*a->ident || !is_complete(k)) {
		report_malformed(k, usage);
		return;
	}

	if (!a->part && dt_builtin_find(c, a->ident)) {
		dt_lex_error(
		    k->lx, k->loc, D_PRAGMA_SCOPE,
		    "#pragma attributes cannot modify entity defined outside program scope: %s",
		    a->ident);
		return;
	}
	dt_ident_pragma(c, a);
}

static void pragma_binding(struct control *k)
{
	struct dt_ident_pragma *a = dt_arena_new(k->lx->c->arena, struct dt_ident_pragma);
	int64_t version;

	a->loc = k->loc;
	if (!dt_version_parse(next_word(k), &version) || !*(a->ident = next_word(k)) ||
	    !is_complete(k)) {
		report_malformed(k, "binding \"major.minor\" identifier");
		return;
	}
	a->version = (unsigned)version;
	dt_ident_pragma(k->lx->c, a);
}

static void pragma_depends_on(struct control *k)
{
	static const char *const kinds[] = {"module", "provider", "library"};
	struct dt_compile *c = k->lx->c;
	struct dt_depends_pragma *d = dt_arena_new(c->arena, struct dt_depends_pragma);

	d->what = next_word(k);
	d->name = next_word(k);
	d->loc = k->loc;
	if (!is_one_of(d->what, kinds, dt_array_len(kinds)) || !*d->name || !is_complete(k)) {
		report_malformed(k, "depends_on {module | provider | library} name");
		return;
	}
	d->next = c->program.depends;
	c->program.depends = d;
}

/* sema/metric.c checks the settings. */
static void pragma_metric(struct control *k)
{
	enum { MAX_SETTINGS = 16 };
	struct dt_compile *c = k->lx->c;
	struct dt_metric_pragma *m = dt_arena_new(c->arena, struct dt_metric_pragma);
	struct dt_metric_setting *settings =
	    dt_arena_array(c->arena, struct dt_metric_setting, MAX_SETTINGS);
	const char *agg = next_word(k);

	while (!at_line_end(k) && m->n_settings < MAX_SETTINGS) {
		char *key = (char *)next_word(k), *value = strchr(key, '=');

		if (value)
			*value++ = '\0';
		settings[m->n_settings++] =
		    (struct dt_metric_setting){key, value ? unquote(value) : NULL};
	}
	if (*agg != '@' || !is_complete(k)) {
		report_malformed(k, "metric @name {key=value | sum}");
		return;
	}
	m->loc = k->loc;
	m->agg = dt_intern(c->names, agg[1] ? agg + 1 : "_");
	m->settings = settings;
	if (!c->program.metrics)
		c->program.metrics_tail = &c->program.metrics;
	*c->program.metrics_tail = m;
	c->program.metrics_tail = &m->next;
}

static const struct {
	const char *name;
	void (*run)(struct control *k);
} pragmas[] = {
    {"option", pragma_option},	 {"attributes", pragma_attributes},
    {"binding", pragma_binding}, {"depends_on", pragma_depends_on},
    {"metric", pragma_metric},
};

/* Processes a pragma of D. Ignores others, as C compilers do. */
static void control_pragma(struct control *k)
{
	if (strcmp(next_word(k), "D") != 0)
		return;

	const char *name = next_word(k);
	for (size_t i = 0; i < dt_array_len(pragmas); i++) {
		if (!strcmp(name, pragmas[i].name)) {
			pragmas[i].run(k);
			return;
		}
	}
	dt_lex_error(k->lx, k->loc, D_PRAGMA_INVAL, "invalid pragma: D %s", name);
	dt_lex_hint(k->lx,
		    "the pragmas of D are option, attributes, binding, depends_on and metric");
}

// ---- control lines

/* Processes `N ["file" [flags]]`, the number and file of the next line. */
static void set_line(struct control *k, const char *number)
{
	struct dt_lexer *lx = k->lx;
	uint64_t line = 0;

	for (const char *p = number; *p; p++) {
		if (!isdigit((unsigned char)*p) || line > INT32_MAX) {
			line = UINT64_MAX;
			break;
		}
		line = line * 10 + (uint64_t)(*p - '0');
	}
	if (!*number || line > INT32_MAX) {
		dt_lex_error(lx, k->loc, D_PRAGCTL_INVAL, "invalid line number in #line: %.32s",
			     number);
		return;
	}
	lx->line = (uint32_t)line - 1; // the next newline increments it
	if (!at_line_end(k)) {
		bool is_quoted = *k->at == '"';
		const char *file = next_word(k);

		if (!is_quoted || k->in_quotes) {
			dt_lex_error(lx, k->loc, D_PRAGCTL_INVAL,
				     "invalid file name in #line: %.64s", file);
			return;
		}
		lx->file = dt_intern(lx->c->names, file);
	}
	while (!at_line_end(k))
		if (strspn(next_word(k), "1234") != 1)
			dt_lex_error(lx, k->loc, D_PRAGCTL_INVAL, "invalid flag in #line");
}

static void control_line(struct control *k)
{
	set_line(k, next_word(k));
}

static void control_error(struct control *k)
{
	skip_space(k);
	dt_lex_error(k->lx, k->loc, D_PRAGERR, "#error: %.*s", (int)(k->end - k->at), k->at);
}

static void control_ignore(struct control *k)
{
	k->at = k->end;
}

static const struct {
	const char *name;
	void (*run)(struct control *k);
} controls[] = {
    {"", control_ignore},      {"line", control_line},	   {"error", control_error},
    {"ident", control_ignore}, {"pragma", control_pragma},
};

static void run_control(struct control *k)
{
	const char *word = next_word(k);

	if (isdigit((unsigned char)*word)) {
		set_line(k, word);
		return;
	}
	for (size_t i = 0; i < dt_array_len(controls); i++) {
		if (!strcmp(word, controls[i].name)) {
			controls[i].run(k);
			return;
		}
	}
	dt_lex_error(k->lx, k->loc, D_PRAGCTL_INVAL, "invalid control directive: #%.64s", word);
	if (!strcmp(word, "include") || !strcmp(word, "define") || !strncmp(word, "if", 2))
		dt_lex_hint(k->lx, "-C runs the C preprocessor on a script first");
	else
		dt_lex_hint(k->lx, "comments in D are written /* like this */");
}

void dt_lex_control(struct dt_lexer *lx)
{
	const char *text = lx->source->text, *start = text + lx->pos;
	const char *end = memchr(start, '\n', lx->source->len - lx->pos);

	if (!end)
		end = text + lx->source->len;

	size_t len = (size_t)(end - start);
	struct control k = {lx, start + 1, end, dt_lex_loc(lx, lx->pos, len), false};

	if (len && end[-1] == '\r')
		k.end--;
	lx->pos = (size_t)(end - text);
	if (!lx->is_peeking)
		run_control(&k);
	lx->at_line_start = false;
}

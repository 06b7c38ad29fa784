/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Turns C headers into D. After preprocessing, the text of a script contains the included files:
 * types, but also prototypes, functions, external variables and compiler extensions, which D does
 * not support. This file overwrites all of these with blanks, so that lines and columns do not
 * change.
 *
 * A script may also include D: clauses, inlines, translators, variables. These stay, except in
 * system headers. A clause differs from a function in that no ) precedes its {.
 *
 * Of C, typedefs and definitions of structs, unions and enums stay, without attributes. An
 * attribute that changes a layout would make D read the wrong bytes. So a declaration with such an
 * attribute, or with a type that D lacks, is blanked as a whole; a program that uses it gets an
 * error about an unknown type. An alignment that the type has anyway does not change the layout.
 *
 * Works on tokens. Unbalanced text extends to the end of the text or to the script's next line.
 */
#include "session/compile/headers.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct scan {
	char *p, *end;
	const char *script;
	bool in_header; // the line of `p` belongs to an included file
	bool in_system; // the line of `p` belongs to a system header
};

struct token {
	char *at;
	size_t len; // 0: the header has ended
};

/** State of the declaration being read. */
struct declaration {
	char *begin;
	unsigned depth; // of all brackets
	unsigned n;	// number of tokens, without words to blank
	struct token first;
	bool is_typedef, is_tag;
	bool has_paren, has_value;   // ( or = outside of brackets was seen
	bool has_predicate;	     // a predicate's / was seen
	bool has_body, is_closed;    // a { was seen; its } was seen
	bool is_declaring;	     // a declarator follows the body
	bool after_paren;	     // the last token was )
	bool is_function, is_clause; // its body is open
	bool is_unfit;
	char *member; // start of the member or the declaration
};

static bool is_word(const struct token *t, const char *word)
{
	return t->len == strlen(word) && !memcmp(t->at, word, t->len);
}

static bool is_one_of(const struct token *t, const char *const *words)
{
	for (; *words; words++)
		if (is_word(t, *words))
			return true;
	return false;
}

static void blank_text(char *from, const char *to)
{
	bool at_marker = false, at_start = from[-1] == '\n';

	// Keeps markers and newlines, which number the lines.
	for (; from < to; from++) {
		if (at_start)
			at_marker = *from == '#';
		at_start = *from == '\n';
		if (!at_start && !at_marker)
			*from = ' ';
	}
}

/** Reads a line marker, `# 12 "file" flags`, which names the file of the following lines. Ignores
 * other directives. */
static void read_marker(struct scan *s)
{
	char *line_end = memchr(s->p, '\n', (size_t)(s->end - s->p)), *open, *close;

	if (!line_end)
		line_end = s->end;
	open = line_end - s->p > 2 && isdigit((unsigned char)s->p[2])
		   ? memchr(s->p, '"', (size_t)(line_end - s->p))
		   : NULL;
	close = open ? memchr(open + 1, '"', (size_t)(line_end - open - 1)) : NULL;
	if (close) {
		size_t n = (size_t)(close - open - 1);

		s->in_header = n != strlen(s->script) || memcmp(open + 1, s->script, n);
		s->in_system = memmem(close, (size_t)(line_end - close), " 3", 2);
	}
	s->p = line_end;
}

/** Returns the end of a literal that begins at p. */
static char *literal_end(char *p, const char *end)
{
	char quote = *p++;

	while (p < end && *p != quote && *p != '\n')
		p += *p == '\\' && p + 1 < end ? 2 : 1;
	return p < end ? p + 1 : p;
}

/** Returns the next token of the header, or an empty one if the header or the text ends. */
static struct token next_token(struct scan *s)
{
	struct token t;

	for (;; s->p++) {
		while (s->p < s->end && *s->p == '#' && s->p[-1] == '\n')
			read_marker(s);
		if (s->p >= s->end || !s->in_header)
			return (struct token){s->p, 0};
		if (!isspace((unsigned char)*s->p))
			break;
	}
	t.at = s->p;
	if (*s->p == '"' || *s->p == '\'')
		s->p = literal_end(s->p, s->end);
	else if (isalnum((unsigned char)*s->p) || *s->p == '_')
		while (s->p < s->end && (isalnum((unsigned char)*s->p) || *s->p == '_'))
			s->p++;
	else
		s->p++;
	t.len = (size_t)(s->p - t.at);
	return t;
}

/** Skips a following ( ... ) and returns its contents, or an empty token if there is none. */
static struct token skip_parentheses(struct scan *s)
{
	struct scan ahead = *s;
	struct token t = next_token(&ahead), inside = {t.at, 0};
	unsigned depth = 0;

	if (!is_word(&t, "("))
		return inside;
	do {
		depth += is_word(&t, "(");
		depth -= is_word(&t, ")");
		if (depth)
			t = next_token(&ahead);
	} while (depth && t.len);
	*s = ahead;
	inside.len = (size_t)(s->p - inside.at);
	return inside;
}

/** Reports whether the text contains one of these words. */
static bool holds_word(const char *from, const char *to, const char *const *words)
{
	for (; *words; words++)
		if (memmem(from, (size_t)(to - from), *words, strlen(*words)))
			return true;
	return false;
}

/** Reports whether this attribute changes the layout of the declaration. */
static bool changes_layout(const struct declaration *d, const struct token *attribute)
{
	static const char *const layouts[] = {"packed", "mode", "vector_size", NULL};
	static const char *const wide[] = {"long", "64", "*", NULL};
	const char *end = attribute->at + attribute->len, *number = attribute->at;

	if (holds_word(attribute->at, end, layouts))
		return true;
	number = memmem(number, attribute->len, "aligned", strlen("aligned"));
	if (!number)
		return false;
	while (number < end && !isdigit((unsigned char)*number) && *number != ')')
		number++;
	// A wide member is aligned to 8 anyway. An attribute after a body belongs to the whole type
	// and changes it.
	if (number < end && isdigit((unsigned char)*number) && strtoul(number, NULL, 0) <= 8)
		return !(holds_word(d->member, attribute->at, wide) && !d->is_closed);
	return true;
}

/** Blanks a word that D does not know and does not need, with its ( ... ). Returns false for other
 * tokens. */
static bool is_noise(struct scan *s, struct declaration *d, const struct token *t)
{
	static const char *const words[] = {
	    "__extension__", "__restrict", "__restrict__", "__inline",	 "__inline__", "__const",
	    "__volatile__",  "__signed__", "_Noreturn",	   "__volatile", NULL};
	static const char *const calls[] = {"__attribute__", "__attribute", "__asm__",
					    "__asm",	     "asm",	    NULL};

	if (is_one_of(t, calls)) {
		struct token inside = skip_parentheses(s);

		if (t->at[2] == 'a' && t->at[3] == 't' && changes_layout(d, &inside))
			d->is_unfit = true;
	} else if (!is_one_of(t, words)) {
		return false;
	}
	blank_text(t->at, s->p);
	return true;
}

static bool begins_d(const struct declaration *d)
{
	static const char *const words[] = {"translator", "provider", "self", "this", NULL};

	return is_one_of(&d->first, words);
}

/** Reports whether the declaration is for a C compiler only. */
static bool is_compilers(const struct declaration *d)
{
	static const char *const words[] = {"extern", "static", NULL};

	return is_one_of(&d->first, words);
}

static void take_token(struct declaration *d, const struct token *t)
{
	static const char *const tags[] = {"struct", "union", "enum", NULL};
	static const char *const unknown[] = {
	    "__int128",	      "__int128_t", "__uint128_t", "_Float16",	  "_Float32",
	    "_Float64",	      "_Float128",  "_Float32x",   "_Float64x",	  "_Complex",
	    "_Bool",	      "_Atomic",    "_Alignas",	   "__alignof__", "_Alignof",
	    "__typeof__",     "typeof",	    "__float128",  "__thread",	  "__builtin_va_list",
	    "__gnuc_va_list", NULL};

	if (d->n == 0) {
		d->first = *t;
		d->is_typedef = is_word(t, "typedef");
		d->is_tag = is_one_of(t, tags);
	} else if (d->is_closed && !is_word(t, ";")) {
		d->is_declaring = true;
	}
	d->is_unfit |= is_one_of(t, unknown);
	if (!d->depth) {
		d->has_paren |= is_word(t, "(");
		d->has_predicate |= is_word(t, "/");
		d->has_value |= is_word(t, "=") && !d->has_predicate;
	}
	if (!d->depth && is_word(t, "{")) {
		d->is_function = d->after_paren;
		d->is_clause = d->n && !d->after_paren && !d->has_value && !d->is_typedef &&
			       !d->is_tag && !begins_d(d) && !is_compilers(d);
		d->has_body = true;
	}
	if (strchr("([{", *t->at))
		d->depth++;
	else if (strchr(")]}", *t->at) && d->depth)
		d->depth--;
	d->is_closed |= d->has_body && !d->depth && is_word(t, "}");
	d->after_paren = is_word(t, ")");
	if (strchr(";{}", *t->at))
		d->member = t->at;
	d->n++;
}

/** Reports whether the declaration is a type that D supports. D does not need `struct s;`. */
static bool is_type(const struct declaration *d)
{
	return !d->is_unfit && (d->is_typedef || (d->is_tag && d->has_body && !d->is_declaring));
}

/** Reports whether the declaration is D. A variable may also be C's; keeping it is harmless. */
static bool is_d(const struct declaration *d)
{
	bool is_variable = !d->has_body && !d->has_paren && !d->has_value && d->n > 1;
	bool is_inline = is_word(&d->first, "inline") && d->has_value && !d->is_function;

	return begins_d(d) || d->is_clause || is_inline ||
	       (is_variable && !is_compilers(d) && !d->is_unfit);
}

/** Handles one declaration of a header. Returns false if the header has ended. */
static bool read_declaration(struct scan *s)
{
	struct declaration d = {0};
	struct token t;

	do {
		t = next_token(s);
		if (!d.begin)
			d.begin = d.member = t.at;
		if (t.len && !is_noise(s, &d, &t))
			take_token(&d, &t);
		else if (!t.len)
			break;
	} while (d.depth ||
		 !(is_word(&t, ";") || ((d.is_function || d.is_clause) && is_word(&t, "}"))));
	if (!t.len || !(is_type(&d) || (!s->in_system && is_d(&d))))
		blank_text(d.begin, t.len ? s->p : t.at);
	return t.len > 0;
}

/** Restores errno, a D variable, if the C library defines it as a function call. */
static void restore_errno(char *line, const char *end)
{
	static const char hidden[] = "(*__errno_location ())";
	char *at = line;

	while ((at = memmem(at, (size_t)(end - at), hidden, strlen(hidden)))) {
		memset(at, ' ', strlen(hidden));
		memcpy(at, "errno", strlen("errno"));
	}
}

void dt_headers_blank(char *text, size_t len, const char *script)
{
	struct scan s = {.p = text, .end = text + len, .script = script};

	while (s.p < s.end) {
		char *line = s.p, *end = memchr(line, '\n', (size_t)(s.end - line));

		if (*line == '#')
			read_marker(&s);
		else
			s.p = end ? end : s.end;
		if (s.p < s.end)
			s.p++;
		restore_errno(line, s.p);
		while (s.in_header && read_declaration(&s))
			;
	}
}

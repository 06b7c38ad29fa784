/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Scans the text up to the position once. The lexer is of no use here: it looks ahead, stops at
 * errors, and carries out pragmas.
 */
#include "session/complete/position.h"

#include <ctype.h>
#include <string.h>

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/** Returns the end of the comment, literal or control line at byte i, at most `at`; 0: none. */
static size_t skip_opaque(const struct dt_position *p, const char *text, size_t i, bool is_line)
{
	const char *from = text + i, *end = NULL;

	if (*from == '#' && is_line) {
		end = strchr(from, '\n');
	} else if (!strncmp(from, "/*", 2)) {
		end = strstr(from + 2, "*/");
		end = end ? end + 2 : NULL;
	} else if (!strncmp(from, "//", 2) && !p->in_predicate) {
		end = strchr(from, '\n');
	} else if (*from == '"' || *from == '\'') {
		const char *s = from + 1;

		while (*s && *s != *from && *s != '\n')
			s += s[0] == '\\' && s[1] ? 2 : 1;
		end = *s ? s + 1 : NULL;
	} else {
		return 0;
	}
	return end && (size_t)(end - text) < p->at ? (size_t)(end - text) : p->at;
}

/** Reports whether the '/' at byte i ends the predicate. */
static bool closes_predicate(const char *text, size_t i)
{
	i += 1 + strspn(text + i + 1, " \t\r\n");
	return text[i] == '\0' || strchr("{;/,", text[i]);
}

static void begin_segment(struct dt_position *p, size_t i)
{
	p->segment = i + 1;
}

/** Forgets parentheses that a statement left open. */
static void end_statement(struct dt_position *p)
{
	while (p->n_open && p->open[p->n_open - 1] != '{')
		p->n_open--;
}

static void take_character(struct dt_position *p, const char *text, size_t i)
{
	bool is_top = !p->n_open;

	switch (text[i]) {
	case '{':
		p->in_predicate = false;
		begin_segment(p, i);
		// fallthrough
	case '(':
	case '[':
		if (p->n_open < DT_PLACE_DEPTH)
			p->open[p->n_open++] = text[i];
		break;
	case '}':
		end_statement(p);
		begin_segment(p, i);
		// fallthrough
	case ')':
	case ']':
		p->n_open -= p->n_open > 0;
		break;
	case ';':
		end_statement(p);
		begin_segment(p, i);
		break;
	case ',':
		if (is_top && !p->in_predicate)
			begin_segment(p, i);
		break;
	case '/':
		if (!is_top || (p->in_predicate && !closes_predicate(text, i)))
			break;
		p->in_predicate = !p->in_predicate;
		begin_segment(p, i);
		break;
	}
}

/** Reports whether the text from the segment's beginning to byte `end` is blank. */
static bool is_blank(const struct dt_position *p, const char *text, size_t end)
{
	return p->segment + strspn(text + p->segment, " \t\r\n\f\v") >= end;
}

/** Returns the last byte before byte i that is not blank, in the segment; '\0': none. */
static char last_before(const struct dt_position *p, const char *text, size_t i)
{
	while (i > p->segment && isspace((unsigned char)text[i - 1]))
		i--;
	return i > p->segment ? text[i - 1] : '\0';
}

static enum dt_place place_in_control_line(struct dt_position *p, const char *text)
{
	static const char pragma[] = "#pragma D ", option[] = "option ";
	const char *line = text + p->segment;

	if (strncmp(line, pragma, sizeof(pragma) - 1) != 0)
		return DT_PLACE_NONE;
	line += sizeof(pragma) - 1;
	if ((size_t)(line - text) > p->at)
		return DT_PLACE_NONE;
	if (p->word == (size_t)(line - text))
		return DT_PLACE_PRAGMA;
	if (strncmp(line, option, sizeof(option) - 1) != 0 ||
	    p->at < (size_t)(line - text) + sizeof(option) - 1)
		return DT_PLACE_NONE;
	p->word = (size_t)(line - text) + sizeof(option) - 1;
	return DT_PLACE_OPTION;
}

/** Returns the place outside of clauses: a description, or a declaration. */
static enum dt_place place_at_top(struct dt_position *p, const char *text)
{
	size_t begin = p->segment + strspn(text + p->segment, " \t\r\n\f\v");

	if (begin > p->at)
		begin = p->at;
	for (size_t i = begin; i < p->at; i++) {
		if (text[i] == '=')
			return DT_PLACE_EXPRESSION;
		if (isspace((unsigned char)text[i]) && memchr(text + i, '=', p->at - i))
			return DT_PLACE_EXPRESSION;
		if (isspace((unsigned char)text[i]))
			return DT_PLACE_NONE;
	}
	p->segment = p->word = begin;
	return DT_PLACE_DESCRIPTION;
}

/** Returns the place behind -> : a member, or a variable of a thread or clause. */
static enum dt_place place_behind_arrow(const struct dt_position *p, const char *text, size_t arrow)
{
	size_t begin = arrow;

	while (begin > p->segment && is_word(text[begin - 1]))
		begin--;
	if (arrow - begin == 4 && !strncmp(text + begin, "self", 4))
		return DT_PLACE_SELF;
	if (arrow - begin == 4 && !strncmp(text + begin, "this", 4))
		return DT_PLACE_THIS;
	return DT_PLACE_MEMBER;
}

static enum dt_place place_in_clause(const struct dt_position *p, const char *text)
{
	char before = p->word > p->segment ? text[p->word - 1] : '\0';
	char last = last_before(p, text, p->word);
	const char *segment = text + p->segment;

	if (isdigit((unsigned char)text[p->word]) && p->word < p->at)
		return DT_PLACE_NONE;
	if (before == '>' && p->word - 1 > p->segment && text[p->word - 2] == '-')
		return place_behind_arrow(p, text, p->word - 2);
	if (before == '.')
		return DT_PLACE_MEMBER;
	if (before == '@')
		return DT_PLACE_AGGREGATION;
	if (before == '$')
		return DT_PLACE_MACRO;
	if (before == '`')
		return DT_PLACE_NONE;
	if (last == '=' && segment[strspn(segment, " \t\r\n")] == '@')
		return DT_PLACE_AGG_FUNCTION;
	if (p->in_predicate || p->open[p->n_open - 1] != '{' ||
	    (last && !is_word(last) && last != ')'))
		return DT_PLACE_EXPRESSION;
	return DT_PLACE_STATEMENT;
}

static enum dt_place find_place(struct dt_position *p, const char *text, bool is_opaque)
{
	p->word = p->at;
	while (p->word > p->segment && is_word(text[p->word - 1]))
		p->word--;
	if (is_opaque && text[p->segment] == '#')
		return place_in_control_line(p, text);
	if (is_opaque)
		return DT_PLACE_NONE;
	return p->n_open || p->in_predicate ? place_in_clause(p, text) : place_at_top(p, text);
}

void dt_position_find(struct dt_position *ret, const char *text, size_t at)
{
	bool is_line = true, is_opaque = false;
	size_t i = 0, end;

	*ret = (struct dt_position){.at = at};
	while (i < at) {
		end = skip_opaque(ret, text, i, is_line);
		if (!end) {
			is_line = text[i] == '\n' || (is_line && isspace((unsigned char)text[i]));
			take_character(ret, text, i++);
			continue;
		}
		// Blanks, comments and control lines before a description do not belong to it.
		bool is_before = is_blank(ret, text, i) && text[i] != '"' && text[i] != '\'';

		is_opaque = end == at;
		if (is_before)
			ret->segment = is_opaque ? i : end;
		i = end;
	}
	ret->place = find_place(ret, text, is_opaque);
}

/** Returns the text behind the clause of the position. A '}' in the first column ends any clause.
 */
static const char *find_rest(const struct dt_position *p, const char *text)
{
	struct dt_position q = *p;
	size_t end;

	q.at = strlen(text);
	for (size_t i = p->at; i < q.at && q.n_open;) {
		if (i && text[i - 1] == '\n' && text[i] == '}')
			return text + i + 1;
		end = skip_opaque(&q, text, i, false);
		if (!end)
			take_character(&q, text, i);
		i = end ? end : i + 1;
		if (!q.n_open)
			return text + i;
	}
	return "";
}

void dt_position_finish(const struct dt_position *p, const char *text, const char *wanted,
			struct dt_str *out)
{
	dt_str_append_n(out, text, p->word);
	dt_str_append(out, wanted);
	for (size_t i = p->n_open; i-- > 0;)
		dt_str_append(out, p->open[i] == '{' ? "; }" : p->open[i] == '(' ? ")" : "]");
	if (p->in_predicate)
		dt_str_append(out, "/ { }");
	else if (!p->n_open)
		dt_str_append(out, ";");
	if (p->n_open && *p->open == '{')
		dt_str_append(out, find_rest(p, text));
}

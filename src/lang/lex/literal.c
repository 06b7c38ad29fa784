/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads literals and macro references.
 *
 * The text of a macro argument determines its token: an integer, a name, else a string. `$$` always
 * makes a string. A malformed literal is reported and still yields a token of its kind, so that the
 * parser continues, unless its closing quote is missing. Floating-point constants are recognised
 * only to be rejected.
 */
#include "lang/lex/lex.h"

#include "base/suggest.h"
#include "base/time.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- integers

/* Types by C99's rule: the first that holds the value and that base and suffix permit. */
static const struct {
	enum dt_basic type;
	uint64_t max;
	bool is_unsigned;
	unsigned longs; // largest number of l in a suffix that permits this type
} int_types[] = {
    {DT_INT, INT32_MAX, false, 0},   {DT_UINT, UINT32_MAX, true, 0},
    {DT_LONG, INT64_MAX, false, 1},  {DT_ULONG, UINT64_MAX, true, 1},
    {DT_LLONG, INT64_MAX, false, 2}, {DT_ULLONG, UINT64_MAX, true, 2},
};

struct int_suffix {
	bool is_unsigned;
	unsigned longs;
};

/* Parses u, l, ll and their combinations, in any case. Returns false for other text. */
static bool parse_suffix(const char *s, size_t len, struct int_suffix *ret)
{
	struct int_suffix suffix = {0};

	for (size_t i = 0; i < len; i++) {
		char c = (char)tolower((unsigned char)s[i]);

		if (c == 'u' && !suffix.is_unsigned) {
			suffix.is_unsigned = true;
		} else if (c == 'l' && !suffix.longs) {
			suffix.longs = i + 1 < len && s[i + 1] == s[i] ? 2 : 1;
			i += suffix.longs - 1;
		} else {
			return false;
		}
	}
	*ret = suffix;
	return true;
}

static int digit_value(char c)
{
	if (isdigit((unsigned char)c))
		return c - '0';
	return isxdigit((unsigned char)c) ? tolower((unsigned char)c) - 'a' + 10 : 99;
}

/* Converts the digits and writes their number to *used. Returns false on overflow. */
static bool parse_digits(const char *s, size_t len, int base, uint64_t *value, size_t *used)
{
	bool fits = true;
	size_t i = 0;

	*value = 0;
	for (; i < len && digit_value(s[i]) < base; i++) {
		fits &= !__builtin_mul_overflow(*value, (uint64_t)base, value);
		fits &= !__builtin_add_overflow(*value, (uint64_t)digit_value(s[i]), value);
	}
	*used = i;
	return fits;
}

/* Returns the type of a constant, or NULL if none holds it. A decimal one without `u` is signed. */
static const struct dt_type *int_type(const struct dt_lexer *lx, uint64_t value, bool is_decimal,
				      struct int_suffix suffix)
{
	for (size_t i = 0; i < dt_array_len(int_types); i++) {
		if (value > int_types[i].max || int_types[i].longs < suffix.longs)
			continue;
		if (suffix.is_unsigned && !int_types[i].is_unsigned)
			continue;
		if (is_decimal && !suffix.is_unsigned && int_types[i].is_unsigned)
			continue;
		return dt_type_basic(lx->c->types, int_types[i].type);
	}
	return NULL;
}

/* Converts a duration (10ms, with the units of tick-10ms) to nanoseconds. Returns false for other
 * suffixes. */
static bool scale_duration(const char *unit, size_t len, uint64_t *value, bool *fits)
{
	char text[8];
	uint64_t ns;

	snprintf(text, sizeof(text), "%.*s", (int)len, unit);
	if (len >= sizeof(text) || !dt_time_unit(text, &ns) || !ns)
		return false;
	*fits &= !__builtin_mul_overflow(*value, ns, value) && *value <= INT64_MAX;
	return true;
}

void dt_lex_integer(struct dt_lexer *lx, struct dt_token *t, const char *text, size_t len)
{
	bool negative = len && (*text == '-' || *text == '+') && *text == '-';
	size_t sign = len && (*text == '-' || *text == '+');
	const char *s = text + sign;
	size_t n = len - sign, used;
	bool is_hex = n > 1 && s[0] == '0' && (s[1] == 'x' || s[1] == 'X');
	int base = is_hex ? 16 : n > 1 && s[0] == '0' ? 8 : 10;
	struct int_suffix suffix = {0};

	s += is_hex ? 2 : 0;
	n -= is_hex ? 2 : 0;
	t->kind = DT_TOK_INT;

	bool fits = parse_digits(s, n, base, &t->value, &used);
	bool is_duration = used && (base == 10 || (base == 8 && used == 1)) &&
			   scale_duration(s + used, n - used, &t->value, &fits);
	bool has_bad_digit = !used || (!is_duration && !parse_suffix(s + used, n - used, &suffix));
	t->type = is_duration ? dt_type_basic(lx->c->types, DT_LONG)
			      : int_type(lx, t->value, base == 10, suffix);
	if (has_bad_digit && used == n)
		dt_lex_error(lx, t->loc, D_INT_DIGIT, "no digits in integer constant %.64s",
			     is_hex ? "0x" : "");
	else if (has_bad_digit)
		dt_lex_error(lx, t->loc, D_INT_DIGIT,
			     "invalid digit <%.1s> in integer constant %.*s", s + used,
			     (int)(len < 64 ? len : 64), text);
	else if (!fits || !t->type)
		dt_lex_error(
		    lx, t->loc, D_INT_OFLOW,
		    "integer constant %.*s cannot be represented in any built-in integral type",
		    (int)(len < 64 ? len : 64), text);
	if (!t->type || !fits || has_bad_digit) {
		t->type = dt_type_basic(lx->c->types, DT_INT);
		t->value = 0;
	}
	if (negative)
		t->value = -t->value;
}

static bool is_float(const char *s, size_t len)
{
	size_t digits = 0;

	if (len > 1 && s[0] == '0' && (s[1] == 'x' || s[1] == 'X'))
		return false;
	while (digits < len && isdigit((unsigned char)s[digits]))
		digits++;
	return memchr(s, '.', len) || (digits < len && (s[digits] == 'e' || s[digits] == 'E'));
}

void dt_lex_number(struct dt_lexer *lx, struct dt_token *t)
{
	const char *s = lx->source->text + lx->pos;
	size_t max = lx->source->len - lx->pos, len = 0;
	bool is_hex = max > 1 && s[0] == '0' && (s[1] == 'x' || s[1] == 'X');

	while (len < max &&
	       (isalnum((unsigned char)s[len]) || s[len] == '_' ||
		(s[len] == '.' && len + 1 < max && isdigit((unsigned char)s[len + 1])))) {
		bool is_exponent = (s[len] == 'e' || s[len] == 'E') && !is_hex;

		len++;
		if (is_exponent && len + 1 < max && (s[len] == '-' || s[len] == '+') &&
		    isdigit((unsigned char)s[len + 1]))
			len++;
	}
	t->loc.length = (uint32_t)len;
	lx->pos += len;
	if (is_float(s, len)) {
		t->kind = DT_TOK_INT;
		t->type = dt_type_basic(lx->c->types, DT_INT);
		t->value = 1; // not 0, to avoid reports of division by 0
		dt_lex_error(lx, t->loc, D_SYNTAX, "floating-point constants are not permitted");
		return;
	}
	dt_lex_integer(lx, t, s, len);
}

// ---- strings and characters

static const char escapes[] = "a\ab\bf\fn\nr\rt\tv\v\"\"\\\\''";

/*
 * Decodes the escape sequence at s[0], a backslash. Returns the number of bytes consumed. An
 * unknown escape stands for the backslash alone: "a\.b" has four characters, and so has "a\?b".
 */
static size_t unescape_char(const char *s, size_t max, char *ret)
{
	if (max < 2) {
		*ret = '\\';
		return 1;
	}
	if (s[1] >= '0' && s[1] <= '7') {
		size_t i = 1;
		unsigned v = 0;

		for (; i < max && i <= 3 && s[i] >= '0' && s[i] <= '7'; i++)
			v = v * 8 + (unsigned)(s[i] - '0');
		*ret = (char)v;
		return i;
	}
	if (s[1] == 'x' && max > 2 && isxdigit((unsigned char)s[2])) {
		size_t i = 2;
		unsigned v = 0;

		for (; i < max && i <= 3 && isxdigit((unsigned char)s[i]); i++)
			v = v * 16 + (unsigned)digit_value(s[i]);
		*ret = (char)v;
		return i;
	}
	for (size_t i = 0; escapes[i]; i += 2) {
		if (escapes[i] == s[1]) {
			*ret = escapes[i + 1];
			return 2;
		}
	}
	*ret = '\\';
	return 1;
}

/* Collects the text between the quotes and advances lx->pos beyond the closing one. If that is
 * missing, stops at the newline or end and returns false. */
static bool collect_quoted(struct dt_lexer *lx, struct dt_str *out)
{
	const char *text = lx->source->text;
	char quote = text[lx->pos++];

	while (lx->pos < lx->source->len && text[lx->pos] != '\n') {
		char c = text[lx->pos];

		if (c == quote) {
			lx->pos++;
			return true;
		}
		if (c == '\\' && lx->pos + 1 < lx->source->len && text[lx->pos + 1] != '\n')
			lx->pos += unescape_char(text + lx->pos, lx->source->len - lx->pos, &c);
		else
			lx->pos++;
		dt_str_append_c(out, c);
	}
	return false;
}

void dt_lex_string(struct dt_lexer *lx, struct dt_token *t)
{
	dt_cleanup(dt_str_deinit) struct dt_str text = {0};

	bool closed = collect_quoted(lx, &text);

	if (!closed) {
		dt_lex_error(lx, t->loc, D_STR_NL, "%s encountered in string literal",
			     lx->pos < lx->source->len ? "newline" : "end-of-file");
		dt_lex_hint(lx, "the string that begins here has no closing quote");
	}
	t->kind = closed ? DT_TOK_STRING : DT_TOK_ERROR;
	t->text = dt_arena_strndup(lx->c->arena, dt_str_text(&text), text.len);
	t->len = text.len;
}

/* The value is that of C: the first character is the most significant byte, a single one a char. */
void dt_lex_char(struct dt_lexer *lx, struct dt_token *t)
{
	dt_cleanup(dt_str_deinit) struct dt_str text = {0};
	bool closed = collect_quoted(lx, &text);

	t->kind = closed ? DT_TOK_INT : DT_TOK_ERROR;
	t->type = dt_type_basic(lx->c->types, text.len > 4 ? DT_LONG : DT_INT);
	if (!closed)
		dt_lex_error(lx, t->loc, D_CHR_NL, "%s encountered in character constant",
			     lx->pos < lx->source->len ? "newline" : "end-of-file");
	else if (!text.len)
		dt_lex_error(lx, t->loc, D_CHR_NULL, "empty character constant");
	else if (text.len > 8)
		dt_lex_error(lx, t->loc, D_CHR_OFLOW, "character constant is longer than 8 bytes");
	for (size_t i = 0; i < text.len && i < 8; i++)
		t->value = t->value << 8 | (unsigned char)text.data[i];
	if (text.len == 1)
		t->value = (uint64_t)(int64_t)(signed char)t->value;
	else if (text.len <= 4)
		t->value = (uint64_t)(int64_t)(int32_t)t->value;
}

// ---- macros

static const char *argument_text(struct dt_lexer *lx, const char *digits, size_t len)
{
	struct dt_compile *c = lx->c;
	size_t n = 0;

	for (size_t i = 0; i < len && n <= c->argc; i++)
		n = n * 10 + (size_t)(digits[i] - '0');
	if (n < c->argc) {
		if (c->arg_used && !lx->is_peeking)
			c->arg_used[n] = true;
		return c->argv[n];
	}
	return c->flags & DT_CF_DEFAULTARGS ? "" : NULL;
}

static const char *variable_text(struct dt_lexer *lx, const char *name, size_t len)
{
	const struct dt_compile *c = lx->c;

	for (size_t i = 0; i < c->n_macros; i++)
		if (strlen(c->macros[i].name) == len && !memcmp(c->macros[i].name, name, len))
			return dt_arena_printf(c->arena, "%lld", (long long)c->macros[i].value);
	return NULL;
}

const char *dt_lex_macro_text(struct dt_lexer *lx, const char *text, size_t *len)
{
	const char *name = text + (text[1] == '$' ? 2 : 1);
	size_t n = 0;

	if (isdigit((unsigned char)*name)) {
		while (isdigit((unsigned char)name[n]))
			n++;
		*len = (size_t)(name + n - text);
		return argument_text(lx, name, n);
	}
	while (dt_lex_is_ident(name[n]) && name[n] != '`')
		n++;
	*len = (size_t)(name + n - text);
	return variable_text(lx, name, n);
}

static bool is_name(const char *s)
{
	if (!dt_lex_is_ident_start(*s))
		return false;
	while (dt_lex_is_ident(*s))
		s++;
	return !*s;
}

static bool is_number(const char *s)
{
	s += *s == '-' || *s == '+';
	if (!isdigit((unsigned char)*s))
		return false;
	while (isalnum((unsigned char)*s))
		s++;
	return !*s;
}

/* Makes a string token of an argument, without quotes around the whole argument. */
static void macro_string(struct dt_lexer *lx, struct dt_token *t, const char *value)
{
	size_t len = strlen(value);

	if (len > 1 && value[0] == '"' && value[len - 1] == '"') {
		value++;
		len -= 2;
	}
	t->kind = DT_TOK_STRING;
	t->text = dt_arena_strndup(lx->c->arena, value, len);
	t->len = len;
}

bool dt_lex_is_argument(const char *ref)
{
	return isdigit((unsigned char)ref[ref[1] == '$' ? 2 : 1]);
}

void dt_lex_hint_macro(struct dt_lexer *lx, const char *ref, size_t len)
{
	size_t sign = ref[1] == '$' ? 2 : 1;
	const struct dt_compile *c = lx->c;
	struct dt_suggestion near;

	if (dt_lex_is_argument(ref)) {
		dt_lex_hint(lx, "arguments follow the options on the command line; -x defaultargs "
				"makes missing ones 0 or \"\"");
		return;
	}
	near = dt_suggest_strictly(dt_arena_strndup(c->arena, ref + sign, len - sign));
	for (size_t i = 0; i < c->n_macros; i++)
		dt_suggest_name(&near, c->macros[i].name);
	if (near.best)
		dt_lex_hint(lx, "did you mean %.*s%s?", (int)sign, ref, near.best);
	else
		dt_lex_hint(
		    lx,
		    "macros are $1, $target, $pid, ...; variables have no $: self->x, this->x, x");
}

static void report_undefined(struct dt_lexer *lx, struct dt_token *t, const char *ref, size_t len)
{
	bool is_arg = dt_lex_is_argument(ref);

	if (ref[1] == '$') { // a string, so that no error follows
		t->kind = DT_TOK_STRING;
		t->text = "";
		t->len = 0;
	} else {
		t->kind = DT_TOK_INT;
		t->type = dt_type_basic(lx->c->types, DT_INT);
	}
	if (is_arg && len > 11)
		dt_lex_error(lx, t->loc, D_MACRO_OFLOW, "macro argument %.*s is out of range",
			     (int)(len < 64 ? len : 64), ref);
	else if (is_arg)
		dt_lex_error(lx, t->loc, D_MACRO_UNDEF, "macro argument %.*s is not defined",
			     (int)len, ref);
	else
		dt_lex_error(lx, t->loc, D_MACRO_UNDEF, "macro variable %.*s is not defined",
			     (int)(len < 64 ? len : 64), ref);
	dt_lex_hint_macro(lx, ref, len);
}

void dt_lex_macro(struct dt_lexer *lx, struct dt_token *t)
{
	const char *ref = lx->source->text + lx->pos;
	size_t len;
	const char *value = dt_lex_macro_text(lx, ref, &len);
	bool is_string = ref[1] == '$';

	lx->pos += len;
	t->loc.length = (uint32_t)len;
	t->is_no_target = value && !strcmp(value, "0") && len == strlen("$target") &&
			  !strncmp(ref, "$target", len);
	if (len == (is_string ? 2u : 1u)) {
		t->kind = DT_TOK_ERROR;
		dt_lex_error(lx, t->loc, D_SYNTAX, "syntax error near \"%.*s\"", (int)len, ref);
	} else if (!value) {
		report_undefined(lx, t, ref, len);
	} else if (is_string) {
		macro_string(lx, t, value);
	} else if (!*value) {
		dt_lex_integer(lx, t, "0", 1);
	} else if (is_number(value)) {
		dt_lex_integer(lx, t, value, strlen(value));
	} else if (is_name(value)) {
		dt_lex_word(lx, t, value, strlen(value));
	} else {
		macro_string(lx, t, value);
	}
}

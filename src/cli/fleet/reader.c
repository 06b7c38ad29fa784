/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Each element or member except the line's value follows a `[`, `{` or `,`, so the number of these
 * characters bounds the number of values, and one array holds all values of a line. A decoded
 * string with its NUL is shorter than its source with the quotes. The NUL of a number takes the
 * place of the character behind it. So the texts of a line fit into its length and one byte.
 */
#include "cli/fleet/reader.h"

#include "base/text/visible.h"

#include <stdlib.h>
#include <string.h>

struct reader {
	struct dt_json_line *line;
	const unsigned char *at, *end;
	char *text; // free place for texts
	unsigned depth;
};

void dt_json_line_deinit(struct dt_json_line *l)
{
	dt_vec_deinit(&l->values);
	dt_vec_deinit(&l->text);
}

static void skip_blanks(struct reader *r)
{
	while (r->at < r->end && (*r->at == ' ' || *r->at == '\t'))
		r->at++;
}

static bool take(struct reader *r, char c)
{
	if (r->at == r->end || *r->at != (unsigned char)c)
		return false;
	r->at++;
	return true;
}

static bool take_word(struct reader *r, const char *word)
{
	size_t len = strlen(word);

	if ((size_t)(r->end - r->at) < len || memcmp(r->at, word, len) != 0)
		return false;
	r->at += len;
	return true;
}

// ---- strings

/** Reads four hexadecimal digits. */
static bool read_unit(struct reader *r, unsigned *ret)
{
	*ret = 0;
	for (int i = 0; i < 4; i++, r->at++) {
		if (r->at == r->end)
			return false;
		unsigned c = *r->at, digit = c - '0';

		if (digit > 9) {
			digit = (c | 0x20) - 'a' + 10;
			if (digit < 10 || digit > 15)
				return false;
		}
		*ret = *ret << 4 | digit;
	}
	return true;
}

static void put_character(struct reader *r, unsigned c)
{
	if (c < 0x80) {
		*r->text++ = (char)c;
		return;
	}
	if (c < 0x800) {
		*r->text++ = (char)(0xc0 | c >> 6);
	} else {
		if (c < 0x10000) {
			*r->text++ = (char)(0xe0 | c >> 12);
		} else {
			*r->text++ = (char)(0xf0 | c >> 18);
			*r->text++ = (char)(0x80 | (c >> 12 & 0x3f));
		}
		*r->text++ = (char)(0x80 | (c >> 6 & 0x3f));
	}
	*r->text++ = (char)(0x80 | (c & 0x3f));
}

/** Reads \uXXXX behind the `u`, and the second half of a pair. */
static bool read_unicode(struct reader *r)
{
	unsigned c, low;

	if (!read_unit(r, &c) || !c || (c >= 0xdc00 && c < 0xe000))
		return false;
	if (c >= 0xd800 && c < 0xdc00) {
		if (!take_word(r, "\\u") || !read_unit(r, &low) || low < 0xdc00 || low > 0xdfff)
			return false;
		c = 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
	}
	put_character(r, c);
	return true;
}

static bool read_escape(struct reader *r)
{
	static const char letters[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
	const char *found;

	if (r->at == r->end)
		return false;
	if (take(r, 'u'))
		return read_unicode(r);
	found = *r->at ? strchr(letters, *r->at) : NULL;
	if (!found)
		return false;
	r->at++;
	*r->text++ = values[found - letters];
	return true;
}

static bool read_string(struct reader *r, const char **ret, size_t *len)
{
	const char *begin = r->text;

	if (!take(r, '"'))
		return false;
	while (r->at < r->end && *r->at != '"') {
		size_t n = dt_utf8_sequence((const char *)r->at, (size_t)(r->end - r->at));

		if (*r->at < ' ' || !n)
			return false;
		if (*r->at == '\\') {
			r->at++;
			if (!read_escape(r))
				return false;
			continue;
		}
		memcpy(r->text, r->at, n);
		r->text += n;
		r->at += n;
	}
	*ret = begin;
	*len = (size_t)(r->text - begin);
	*r->text++ = '\0';
	return take(r, '"');
}

// ---- values

static bool take_digits(struct reader *r)
{
	const unsigned char *begin = r->at;

	while (r->at < r->end && *r->at >= '0' && *r->at <= '9')
		r->at++;
	return r->at > begin;
}

static bool read_number(struct reader *r, struct dt_json_value *v)
{
	const unsigned char *begin = r->at;

	v->kind = DT_JSON_NUMBER;
	take(r, '-');
	if (!take(r, '0') && !take_digits(r))
		return false;
	if (take(r, '.') && !take_digits(r))
		return false;
	if (take(r, 'e') || take(r, 'E')) {
		if (!take(r, '+'))
			take(r, '-');
		if (!take_digits(r))
			return false;
	}
	v->text = r->text;
	v->len = (size_t)(r->at - begin);
	memcpy(r->text, begin, v->len);
	r->text += v->len;
	*r->text++ = '\0';
	return true;
}

static bool read_value(struct reader *r, struct dt_json_value *v);

/** Reads members or elements up to the bracket that closes them. */
static bool read_parts(struct reader *r, struct dt_json_value *v, bool is_object)
{
	struct dt_json_value **last = &v->first;

	v->kind = is_object ? DT_JSON_OBJECT : DT_JSON_ARRAY;
	if (++r->depth > DT_JSON_DEPTH)
		return false;
	skip_blanks(r);
	if (!take(r, is_object ? '}' : ']')) {
		do {
			struct dt_json_value *part = &r->line->values.data[r->line->values.len++];
			size_t len;

			*part = (struct dt_json_value){0};
			skip_blanks(r);
			if (is_object) {
				if (!read_string(r, &part->name, &len))
					return false;
				skip_blanks(r);
				if (!take(r, ':'))
					return false;
			}
			if (!read_value(r, part))
				return false;
			*last = part;
			last = &part->next;
			v->n++;
		} while (take(r, ','));
		if (!take(r, is_object ? '}' : ']'))
			return false;
	}
	r->depth--;
	return true;
}

/** Reads a value and the blanks around it. */
static bool read_value(struct reader *r, struct dt_json_value *v)
{
	bool ok;

	skip_blanks(r);
	if (r->at == r->end)
		return false;
	switch (*r->at) {
	case '{':
	case '[':
		r->at++;
		ok = read_parts(r, v, r->at[-1] == '{');
		break;
	case '"':
		v->kind = DT_JSON_STRING;
		ok = read_string(r, &v->text, &v->len);
		break;
	case 't':
	case 'f':
		v->kind = DT_JSON_BOOL;
		v->is_true = *r->at == 't';
		ok = take_word(r, v->is_true ? "true" : "false");
		break;
	case 'n':
		ok = take_word(r, "null");
		break;
	default:
		ok = read_number(r, v);
	}
	skip_blanks(r);
	return ok;
}

const struct dt_json_value *dt_json_read(struct dt_json_line *l, const char *line, size_t len)
{
	size_t most = 2;

	for (size_t i = 0; i < len; i++)
		most += line[i] == '[' || line[i] == '{' || line[i] == ',';
	// No vector grows while the line is read: values point into both.
	dt_vec_reserve(&l->values, most);
	dt_vec_reserve(&l->text, len + 1);
	struct reader r = {
	    .line = l,
	    .at = (const unsigned char *)line,
	    .end = (const unsigned char *)line + len,
	    .text = l->text.data,
	};
	l->values.len = 1;
	*l->values.data = (struct dt_json_value){0};
	return read_value(&r, l->values.data) && r.at == r.end ? l->values.data : NULL;
}

// ---- members

const struct dt_json_value *dt_json_find(const struct dt_json_value *object, const char *name)
{
	if (!object || object->kind != DT_JSON_OBJECT)
		return NULL;
	for (const struct dt_json_value *v = object->first; v; v = v->next)
		if (!strcmp(v->name, name))
			return v;
	return NULL;
}

const struct dt_json_value *dt_json_member(const struct dt_json_value *object, const char *name,
					   enum dt_json_kind kind)
{
	const struct dt_json_value *v = dt_json_find(object, name);

	return v && v->kind == kind ? v : NULL;
}

const char *dt_json_word(const struct dt_json_value *object, const char *name)
{
	const struct dt_json_value *v = dt_json_member(object, name, DT_JSON_STRING);

	return v ? v->text : NULL;
}

bool dt_json_integer(const struct dt_json_value *v, int64_t *ret)
{
	bool is_negative;
	uint64_t n = 0;

	if (!v || v->kind != DT_JSON_NUMBER)
		return false;
	is_negative = *v->text == '-';
	for (size_t i = is_negative; i < v->len; i++) {
		unsigned digit = (unsigned)(v->text[i] - '0');

		if (digit > 9 || __builtin_mul_overflow(n, 10, &n) ||
		    __builtin_add_overflow(n, digit, &n))
			return false;
	}
	if (is_negative && n > UINT64_C(1) << 63)
		return false;
	*ret = (int64_t)(is_negative ? 0 - n : n);
	return true;
}

bool dt_json_integer_member(const struct dt_json_value *object, const char *name, int64_t *ret)
{
	return dt_json_integer(dt_json_member(object, name, DT_JSON_NUMBER), ret);
}

bool dt_json_is_true(const struct dt_json_value *object, const char *name)
{
	const struct dt_json_value *v = dt_json_member(object, name, DT_JSON_BOOL);

	return v && v->is_true;
}

/* SPDX-License-Identifier: (BSD-2-Clause OR GPL-2.0-only) */
/**
 * json(): returns an element of a JSON text.
 *
 * An automaton reads the text once, character by character, from its beginning to the end of the
 * element. It keeps a bit for each nesting level (array or object) and follows the path downwards:
 * `on` is the innermost level on the path, and `comp` is the rest of the path at that level. The
 * automaton ignores the text after the element, so a truncated text still yields its complete
 * elements. If a key occurs twice, the first one counts.
 *
 * The state is in memory that is opaque to the verifier, not on the stack, so each step is verified
 * once for all states. Keys may contain escapes, but not \u.
 */
#include "runtime.h"

#include <stdbool.h>

enum { JSON_DEPTH = 64, JSON_INDEX_DIGITS = 9, JSON_REPLACEMENT = 0xfffd };

/** The next expected token. Structural ones skip white space first. */
enum json_expect {
	JSON_VALUE,
	JSON_FIRST_VALUE, // or the end of the array
	JSON_KEY,
	JSON_FIRST_KEY, // or the end of the object
	JSON_COLON,
	JSON_AFTER, // a comma or the end of the enclosing array or object
	JSON_STRING,
	JSON_ESCAPE,
	JSON_HEX,
	JSON_WORD,
	JSON_NUMBER,
};

/** State inside a number, by the last character. */
enum json_number {
	JSON_MINUS,
	JSON_ZERO,
	JSON_INT,
	JSON_DOT,
	JSON_FRACTION,
	JSON_E,
	JSON_SIGN,
	JSON_EXP
};

struct dt_json {
	u64 arrays; // a bit for each level, set for arrays; bit 0 is the innermost
	u64 word;   // remaining letters of true, false, null
	u32 depth, on;
	u32 target; // depth + 1 of the element; 0: not found yet
	u32 start, end;
	u32 comp, key_end; // positions in the path: its rest, and the end of the current key
	u32 index, want;   // current and wanted index in the array at level `on`
	u32 left;	   // remaining hexadecimal digits
	u32 expect, number, is_key, same, found;
	u32 at, code, high; // decoding: output position, \u digits so far, high surrogate
};

struct json_walk {
	const struct dt_string *s, *path;
	struct dt_json *j;
};

static __always_inline u32 path_char(const struct json_walk *w, u32 at)
{
	return at < dt_strsize() ? (u8)w->path->b[at] : 0;
}

static long json_index_digit(u32 i, struct json_walk *w)
{
	u32 c = path_char(w, w->j->comp);

	if (c - '0' > 9)
		return 1;
	w->j->want = w->j->want * 10 + (c - '0');
	w->j->comp++;
	return 0;
}

/** Parses "[n]" at `comp`: sets `want` to n and advances past it. */
static __always_inline bool json_path_index(struct json_walk *w)
{
	struct dt_json *j = w->j;
	u32 before = ++j->comp;

	j->want = 0;
	bpf_loop(JSON_INDEX_DIGITS, json_index_digit, w, 0);
	if (j->comp == before || path_char(w, j->comp) != ']')
		return false;
	j->comp++;
	return true;
}

/**
 * Handles the start of a value at i. A value on the path is the element itself or a container in
 * which the path continues. Returns false if the element does not exist.
 */
static __always_inline bool json_value_begins(struct json_walk *w, u32 i, u32 c)
{
	struct dt_json *j = w->j;
	u32 next;

	if (j->target || j->on != j->depth)
		return true;
	if (j->depth && (j->arrays & 1 ? j->index != j->want : !j->same))
		return true;
	if (j->depth && !(j->arrays & 1))
		j->comp = j->key_end;
	next = path_char(w, j->comp);
	if (!next) {
		j->target = j->depth + 1;
		j->start = i;
		return true;
	}
	if (c != (next == '[' ? '[' : '{') || (j->depth && next != '[' && next != '.'))
		return false;
	j->on = j->depth + 1;
	j->index = 0;
	if (next == '[')
		return json_path_index(w);
	if (next == '.' && j->depth)
		j->comp++;
	return true;
}

/** Handles the end of a value before i. Returns true if it was the element. */
static __always_inline bool json_value_ends(struct dt_json *j, u32 i)
{
	j->expect = JSON_AFTER;
	if (j->target != j->depth + 1)
		return false;
	j->end = i;
	j->found = 1;
	return true;
}

static __always_inline bool json_push(struct dt_json *j, bool is_array)
{
	if (j->depth >= JSON_DEPTH)
		return false;
	j->depth++;
	j->arrays = j->arrays << 1 | is_array;
	j->expect = is_array ? JSON_FIRST_VALUE : JSON_FIRST_KEY;
	return true;
}

/** Handles the end of an array or object. Returns true to stop: nothing is left to find, or an
 * error occurred. */
static __always_inline bool json_pop(struct dt_json *j, u32 i, bool is_array)
{
	if (!j->depth || (j->arrays & 1) != is_array || (j->on == j->depth && !j->target))
		return true;
	j->depth--;
	j->arrays >>= 1;
	return json_value_ends(j, i + 1);
}

static __always_inline void json_key_char(struct json_walk *w, u32 c)
{
	struct dt_json *j = w->j;
	u32 wanted = path_char(w, j->key_end);

	if (!j->is_key)
		return;
	if (c != wanted || c == '.' || c == '[')
		j->same = 0;
	j->key_end++;
}

static __always_inline bool json_string_ends(struct json_walk *w, u32 i)
{
	struct dt_json *j = w->j;
	u32 c = path_char(w, j->key_end);

	if (!j->is_key)
		return json_value_ends(j, i + 1);
	if (c && c != '.' && c != '[')
		j->same = 0;
	j->expect = JSON_COLON;
	return false;
}

static __always_inline void json_string_begins(struct dt_json *j, bool is_key)
{
	j->expect = JSON_STRING;
	j->is_key = is_key;
	j->same = 1;
	j->key_end = j->comp;
}

/** Returns the character of an escape other than \u, or 0 if it is invalid. */
static __always_inline u32 json_escape(u32 c)
{
	if (c == '"' || c == '\\' || c == '/')
		return c;
	if (c == 'b')
		return '\b';
	if (c == 'f')
		return '\f';
	if (c == 'n')
		return '\n';
	if (c == 'r')
		return '\r';
	return c == 't' ? '\t' : 0;
}

/** Returns the value of a hexadecimal digit, or 16 for another character. */
static __always_inline u32 json_hex(u32 c)
{
	u32 letter = c | 0x20;

	if (c - '0' <= 9)
		return c - '0';
	return letter - 'a' <= 5 ? letter - 'a' + 10 : 16;
}

/** Handles a character inside a string. Returns true to stop. */
static __always_inline bool json_in_string(struct json_walk *w, u32 i, u32 c)
{
	struct dt_json *j = w->j;

	if (j->expect == JSON_HEX) {
		if (!--j->left)
			j->expect = JSON_STRING;
		return json_hex(c) > 15;
	}
	if (j->expect == JSON_ESCAPE) {
		j->expect = JSON_STRING;
		if (c == 'u') {
			j->expect = JSON_HEX;
			j->left = 4;
			j->same = 0;
			return false;
		}
		json_key_char(w, json_escape(c));
		return !json_escape(c);
	}
	if (c == '"')
		return json_string_ends(w, i);
	if (c == '\\')
		j->expect = JSON_ESCAPE;
	else
		json_key_char(w, c);
	return c < ' ';
}

/** Continues a number with c. Returns false if the number ended before c, complete or not. */
static __always_inline bool json_number_goes_on(struct dt_json *j, u32 c)
{
	bool digit = c - '0' <= 9, e = (c | 0x20) == 'e';
	u32 n = j->number;

	if (digit && n == JSON_MINUS)
		j->number = c == '0' ? JSON_ZERO : JSON_INT;
	else if (digit && (n == JSON_DOT || n == JSON_FRACTION))
		j->number = JSON_FRACTION;
	else if (digit && (n == JSON_E || n == JSON_SIGN || n == JSON_EXP))
		j->number = JSON_EXP;
	else if (c == '.' && (n == JSON_ZERO || n == JSON_INT))
		j->number = JSON_DOT;
	else if (e && (n == JSON_ZERO || n == JSON_INT || n == JSON_FRACTION))
		j->number = JSON_E;
	else if ((c == '+' || c == '-') && n == JSON_E)
		j->number = JSON_SIGN;
	else
		return digit && n == JSON_INT;
	return true;
}

static __always_inline bool json_number_is_whole(u32 n)
{
	return n == JSON_ZERO || n == JSON_INT || n == JSON_FRACTION || n == JSON_EXP;
}

/** Returns the letters of a word after its first letter c, the next one in the lowest byte. */
static __always_inline u64 json_word(u32 c)
{
	if (c == 't')
		return 'r' | 'u' << 8 | 'e' << 16;
	if (c == 'f')
		return 'a' | 'l' << 8 | 's' << 16 | (u64)'e' << 24;
	return c == 'n' ? 'u' | 'l' << 8 | 'l' << 16 : 0;
}

/** Handles the first character of a value. Returns true to stop. */
static __always_inline bool json_begin(struct json_walk *w, u32 i, u32 c)
{
	struct dt_json *j = w->j;

	if (!json_value_begins(w, i, c))
		return true;
	if (c == '{' || c == '[')
		return !json_push(j, c == '[');
	if (c == '"') {
		json_string_begins(j, false);
		return false;
	}
	j->word = json_word(c);
	j->expect = JSON_WORD;
	if (j->word)
		return false;
	j->expect = JSON_NUMBER;
	j->number = c == '-' ? JSON_MINUS : c == '0' ? JSON_ZERO : JSON_INT;
	return c != '-' && c - '0' > 9;
}

/** Handles a character between values. Returns true to stop. */
static __always_inline bool json_between(struct json_walk *w, u32 i, u32 c)
{
	struct dt_json *j = w->j;

	if (c == ']')
		return (j->expect != JSON_AFTER && j->expect != JSON_FIRST_VALUE) ||
		       json_pop(j, i, true);
	if (c == '}')
		return (j->expect != JSON_AFTER && j->expect != JSON_FIRST_KEY) ||
		       json_pop(j, i, false);
	if (j->expect == JSON_COLON) {
		j->expect = JSON_VALUE;
		return c != ':';
	}
	if (j->expect == JSON_AFTER) {
		if (j->on == j->depth)
			j->index++;
		j->expect = j->arrays & 1 ? JSON_VALUE : JSON_KEY;
		return c != ',' || !j->depth;
	}
	if (j->expect == JSON_KEY || j->expect == JSON_FIRST_KEY) {
		json_string_begins(j, true);
		return c != '"';
	}
	return json_begin(w, i, c);
}

static long json_step(u32 i, struct json_walk *w)
{
	struct dt_json *j = w->j;
	u32 c;

	if (i >= dt_strsize())
		return 1;
	c = (u8)w->s->b[i];
	if (!c)
		return 1;
	if (j->expect >= JSON_STRING && j->expect <= JSON_HEX)
		return json_in_string(w, i, c);
	if (j->expect == JSON_WORD) {
		if (c != (j->word & 0xff))
			return 1;
		j->word >>= 8;
		return !j->word && json_value_ends(j, i + 1);
	}
	if (j->expect == JSON_NUMBER) {
		if (json_number_goes_on(j, c))
			return 0;
		if (!json_number_is_whole(j->number) || json_value_ends(j, i))
			return 1;
	}
	if (c == ' ' || c == '\t' || c == '\n' || c == '\r')
		return 0;
	return json_between(w, i, c);
}

struct json_text {
	const struct dt_string *s;
	struct dt_string *dst;
	struct dt_json *j;
};

static __always_inline void json_put(struct json_text *t, u32 byte)
{
	u32 at = t->j->at;

	if (at >= dt_strsize() - 1)
		return;
	t->dst->b[at] = byte;
	t->j->at = at + 1;
}

/** Appends a code point as UTF-8. */
static __always_inline void json_put_code(struct json_text *t, u32 code)
{
	if (code < 0x80) {
		json_put(t, code);
		return;
	}
	if (code < 0x800) {
		json_put(t, 0xc0 | code >> 6);
	} else {
		if (code < 0x10000) {
			json_put(t, 0xe0 | code >> 12);
		} else {
			json_put(t, 0xf0 | code >> 18);
			json_put(t, 0x80 | (code >> 12 & 0x3f));
		}
		json_put(t, 0x80 | (code >> 6 & 0x3f));
	}
	json_put(t, 0x80 | (code & 0x3f));
}

/** Handles a complete \u escape: combines surrogate pairs and replaces lone surrogates. */
static __always_inline void json_put_unit(struct json_text *t)
{
	struct dt_json *j = t->j;
	u32 unit = j->code, high = j->high;
	bool is_low = unit - 0xdc00 < 0x400;

	j->high = 0;
	if (unit - 0xd800 < 0x400) {
		j->high = unit;
		if (!high)
			return;
		unit = JSON_REPLACEMENT; // replaces the previous one
	} else if (is_low && high) {
		unit = 0x10000 + ((high - 0xd800) << 10) + (unit - 0xdc00);
	} else if (is_low) {
		unit = JSON_REPLACEMENT;
	} else if (high) {
		json_put_code(t, JSON_REPLACEMENT);
	}
	json_put_code(t, unit);
}

static long json_decode(u32 i, struct json_text *t)
{
	struct dt_json *j = t->j;
	u32 from = j->start + 1 + i, c;

	if (from + 1 >= j->end || from >= dt_strsize())
		return 1;
	c = (u8)t->s->b[from];
	if (j->expect == JSON_HEX) {
		j->code = j->code << 4 | (json_hex(c) & 15);
		if (!--j->left) {
			j->expect = JSON_STRING;
			json_put_unit(t);
		}
		return 0;
	}
	if (j->expect == JSON_STRING && c == '\\') {
		j->expect = JSON_ESCAPE;
		return 0;
	}
	if (j->expect == JSON_ESCAPE && c == 'u') {
		j->expect = JSON_HEX;
		j->left = 4;
		j->code = 0;
		return 0;
	}
	if (j->high)
		json_put_code(t, JSON_REPLACEMENT);
	j->high = 0;
	json_put(t, j->expect == JSON_ESCAPE ? json_escape(c) : c);
	j->expect = JSON_STRING;
	return 0;
}

/** dst = the characters of a string element, with its escapes decoded. */
static __always_inline void json_string(struct dt_string *dst, const struct dt_string *s,
					struct dt_json *j)
{
	struct json_text t = {.s = s, .dst = dst, .j = j};

	j->expect = JSON_STRING;
	j->at = j->high = 0;
	bpf_loop(dt_strsize(), json_decode, &t, 0);
	if (j->high)
		json_put_code(&t, JSON_REPLACEMENT);
	if (j->at < dt_strsize())
		dst->b[j->at] = 0;
}

/** dst = the element of s at the path. Returns 1, or 0 if the element does not exist or s is
 * malformed before it. */
u64 dt_json(struct dt_string *dst, const struct dt_string *s, const struct dt_string *path,
	    struct dt_json *j)
{
	struct json_walk w = {.s = s, .path = path, .j = j};
	u32 size;

	if (!dst || !s || !path || !j)
		return 0;
	dst->b[0] = 0;
	if (!path->b[0])
		return 0;
	j->arrays = j->word = 0;
	j->depth = j->on = j->target = j->comp = j->index = j->found = 0;
	j->expect = JSON_VALUE;
	bpf_loop(dt_strsize(), json_step, &w, 0);
	if (!j->found || j->start >= dt_strsize())
		return 0;
	if (s->b[j->start] == '"') {
		json_string(dst, s, j);
		return 1;
	}
	size = j->end - j->start + 1;
	if (size <= dt_strsize())
		bpf_probe_read_kernel_str(dst, size, s->b + j->start);
	return 1;
}

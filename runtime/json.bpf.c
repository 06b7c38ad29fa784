/* SPDX-License-Identifier: (BSD-2-Clause OR GPL-2.0-only) */
/**
 * json(): one element of a JSON text.
 *
 * A text of strsize bytes is read once, from its beginning to the end of the element, by an
 * automaton that takes a character at a time. It keeps one bit for each level of nesting (array or
 * object) and follows the path on its way down: the level `on` is the innermost that lies on the
 * path, and `comp` is what is left of the path there. What stands behind the element is not looked
 * at, so a text that was cut off gives the elements that are whole. Of equal keys the first counts.
 *
 * The automaton's state lies in memory of which the verifier knows nothing, not on the stack: each
 * step is verified once, whatever the states. Escapes in keys are understood but for \u.
 */
#include "runtime.h"

#include <stdbool.h>

enum { JSON_DEPTH = 64, JSON_INDEX_DIGITS = 9, JSON_REPLACEMENT = 0xfffd };

/** What may come next. The structural ones skip white space before it. */
enum json_expect {
	JSON_VALUE,
	JSON_FIRST_VALUE, // or the end of the array
	JSON_KEY,
	JSON_FIRST_KEY, // or the end of the object
	JSON_COLON,
	JSON_AFTER, // a comma or the end of what is around it
	JSON_STRING,
	JSON_ESCAPE,
	JSON_HEX,
	JSON_WORD,
	JSON_NUMBER,
};

/** Inside a number; an enumerator says what was seen last. */
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
	u64 arrays; // a bit for each level, the innermost lowest
	u64 word;   // what must still come of true, false, null
	u32 depth, on;
	u32 target; // depth + 1 of the element; 0: not met
	u32 start, end;
	u32 comp, key_end; // in the path: what is left; the end of the key that is compared
	u32 index, want;   // of elements of the array at `on`
	u32 left;	   // hexadecimal digits
	u32 expect, number, is_key, same, found;
	u32 at, code, high; // of decoding: where to write, \u so far, a high surrogate
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

/** `comp` is at "[n]": go behind it, n is wanted. */
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
 * A value begins at i. If it lies on the path it is either the element or a container that the path
 * goes on in; false: there is no such element.
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

/** A value ended before i; true if it was the element. */
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

/** The end of an array or object; true: nothing more is to be found, or there was an error. */
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

/** What an escape stands for; 0: nothing. \u is told apart before. */
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

/** The value of a hexadecimal digit; 16 if it is none. */
static __always_inline u32 json_hex(u32 c)
{
	u32 letter = c | 0x20;

	if (c - '0' <= 9)
		return c - '0';
	return letter - 'a' <= 5 ? letter - 'a' + 10 : 16;
}

/** A character inside a string; true: stop. */
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

/** Go on with a number; false: it has ended before c, well or not. */
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

/** The letters of a word behind its first, the next one lowest. */
static __always_inline u64 json_word(u32 c)
{
	if (c == 't')
		return 'r' | 'u' << 8 | 'e' << 16;
	if (c == 'f')
		return 'a' | 'l' << 8 | 's' << 16 | (u64)'e' << 24;
	return c == 'n' ? 'u' | 'l' << 8 | 'l' << 16 : 0;
}

/** The first character of a value; true: stop. */
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

/** A character between values; true: stop. */
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

/** A code point as UTF-8. */
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

/** Four digits of \u have been read: halves of a pair are put together, lone ones replaced. */
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
		unit = JSON_REPLACEMENT; // for the one before
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

/** dst = the characters of the string element, its escapes replaced. */
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

/** dst = the element of s that the path names. 0 if there is none or s is malformed before it,
 * else 1.
 */
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

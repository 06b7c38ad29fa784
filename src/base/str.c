/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The string builder and glob matching. The builder doubles its buffer when it is full. Matching
 * backtracks only to the last `*`, which suffices for globs and avoids recursion.
 */
#include "base/str.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { READ_STEP = 16384 };

void dt_str_deinit(struct dt_str *s)
{
	free(s->data);
	*s = (struct dt_str){0};
}

void dt_str_clear(struct dt_str *s)
{
	s->len = 0;
	if (s->data)
		s->data[0] = '\0';
}

/** Makes room for `more` bytes and a NUL. */
static void reserve_bytes(struct dt_str *s, size_t more)
{
	size_t need = s->len + more + 1;

	if (need <= s->cap)
		return;
	size_t cap = s->cap ? s->cap : 32;
	while (cap < need)
		cap *= 2;
	s->data = dt_realloc(s->data, cap);
	s->cap = cap;
}

void dt_str_append_n(struct dt_str *s, const char *text, size_t len)
{
	reserve_bytes(s, len);
	if (len)
		memcpy(s->data + s->len, text, len);
	s->len += len;
	s->data[s->len] = '\0';
}

bool dt_str_read(struct dt_str *s, int fd, size_t max)
{
	size_t before = s->len;
	ssize_t n;

	do {
		reserve_bytes(s, READ_STEP);
		n = read(fd, s->data + s->len, READ_STEP);
		s->len += n > 0 ? (size_t)n : 0;
		s->data[s->len] = '\0';
	} while ((n > 0 && s->len - before <= max) || (n < 0 && errno == EINTR));
	if (n > 0)
		errno = EFBIG;
	return n == 0;
}

bool dt_str_write(const struct dt_str *s, int fd)
{
	size_t at = 0;
	ssize_t n = 0;

	while (at < s->len && (n >= 0 || errno == EINTR)) {
		n = write(fd, s->data + at, s->len - at);
		at += n > 0 ? (size_t)n : 0;
	}
	return at == s->len;
}

void dt_str_append(struct dt_str *s, const char *text)
{
	dt_str_append_n(s, text, strlen(text));
}

void dt_str_append_c(struct dt_str *s, char c)
{
	dt_str_append_n(s, &c, 1);
}

void dt_str_vprintf(struct dt_str *s, const char *fmt, va_list ap)
{
	va_list again;

	va_copy(again, ap);
	int len = vsnprintf(NULL, 0, fmt, ap);
	assert(len >= 0 && "a format of ours that printf refuses");
	reserve_bytes(s, (size_t)len);
	vsnprintf(s->data + s->len, (size_t)len + 1, fmt, again);
	va_end(again);
	s->len += (size_t)len;
}

void dt_str_printf(struct dt_str *s, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	dt_str_vprintf(s, fmt, ap);
	va_end(ap);
}

const char *dt_str_text(const struct dt_str *s)
{
	return s->data ? s->data : "";
}

char *dt_str_take(struct dt_str *s)
{
	char *text = s->data ? s->data : dt_strdup("");

	*s = (struct dt_str){0};
	return text;
}

void dt_str_escape(struct dt_str *s, const char *text, size_t len)
{
	static const char names[] = "abtnvfr"; // '\a' is 7, '\r' is 13

	for (size_t i = 0; i < len; i++) {
		unsigned char c = (unsigned char)text[i];

		if (c == '"' || c == '\\')
			dt_str_printf(s, "\\%c", c);
		else if (c >= '\a' && c <= '\r')
			dt_str_printf(s, "\\%c", names[c - '\a']);
		else if (c >= ' ' && c <= '~')
			dt_str_append_c(s, (char)c);
		else
			dt_str_printf(s, "\\%03o", c); // three digits: a digit may follow
	}
}

/** Reads a character of a `[…]` set, without its `\`. Returns NUL at the end of the pattern. */
static unsigned char set_char(const char **p)
{
	if (**p == '\\')
		(*p)++;
	return (unsigned char)(**p ? *(*p)++ : '\0');
}

/**
 * Reports whether `c` is in the set that begins at `*p`, after the `[`. Advances `*p` past the `]`.
 * A leading `]` is a member. A set without end is empty.
 */
static bool set_has(const char **p, unsigned char c)
{
	bool negated = **p == '!', found = false, first = true;

	if (negated)
		(*p)++;
	for (; **p != ']' || first; first = false) {
		unsigned char low = set_char(p), high = low;

		if (!low)
			return false;
		if ((*p)[0] == '-' && (*p)[1] && (*p)[1] != ']') {
			(*p)++;
			high = set_char(p);
			if (!high)
				return false;
		}
		found |= low <= c && c <= high;
	}
	(*p)++;
	return found != negated;
}

/** Reports whether one element of the pattern, other than `*`, matches `c`. Advances `*p` past it.
 */
static bool element_matches(const char **p, char c)
{
	switch (*(*p)++) {
	case '?':
		return true;
	case '[':
		return set_has(p, (unsigned char)c);
	case '\\':
		return **p && *(*p)++ == c;
	default:
		return (*p)[-1] == c;
	}
}

bool dt_glob_match(const char *pattern, const char *text)
{
	const char *star = NULL, *star_text = NULL;

	if (!*pattern)
		return true;
	while (*text) {
		const char *next = pattern;

		if (*pattern == '*') {
			star = ++pattern;
			star_text = text;
		} else if (*pattern && element_matches(&next, *text)) {
			pattern = next;
			text++;
		} else if (star) {
			pattern = star;
			text = ++star_text;
		} else {
			return false;
		}
	}
	while (*pattern == '*')
		pattern++;
	return !*pattern;
}

bool dt_glob_is(const char *pattern)
{
	return strpbrk(pattern, "*?[\\") != NULL;
}

/* SPDX-License-Identifier: BSD-2-Clause */
#include "cli/top/text.h"

#include "cli/message.h"

#include <langinfo.h>
#include <locale.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

static locale_t own, before;

void dt_text_begin(void)
{
	own = newlocale(LC_CTYPE_MASK, "", NULL);
	before = own ? uselocale(own) : NULL;
}

void dt_text_end(void)
{
	if (!own)
		return;
	uselocale(before);
	freelocale(own);
	own = NULL;
}

static void make_room(struct dt_text *t, size_t n)
{
	if (t->cap - t->len > n)
		return;
	t->cap = 2 * t->cap + n + 64;
	t->data = dt_cli_realloc(t->data, t->cap);
}

void dt_text_append(struct dt_text *t, const char *s, size_t len)
{
	make_room(t, len);
	memcpy(t->data + t->len, s, len);
	t->len += len;
	t->data[t->len] = '\0';
}

void dt_text_printf(struct dt_text *t, const char *fmt, ...)
{
	char *made;
	va_list ap;

	va_start(ap, fmt);
	int n = vasprintf(&made, fmt, ap);
	va_end(ap);
	if (n < 0)
		return;
	dt_text_append(t, made, (size_t)n);
	free(made);
}

/** Reads a character and its columns. Returns its length, or 0 if it cannot be shown. */
static size_t character(const char *s, size_t len, int *columns)
{
	mbstate_t state = {0};
	wchar_t c;
	size_t n = mbrtowc(&c, s, len, &state);

	*columns = n && n <= len ? wcwidth(c) : -1;
	return *columns < 0 ? 0 : n;
}

void dt_text_append_visible(struct dt_text *t, const char *s, size_t len)
{
	static const char letters[] = "abtnvfr"; // from \a on
	int columns;

	for (size_t i = 0, n; i < len; i += n) {
		unsigned char c = (unsigned char)s[i];

		n = character(s + i, len - i, &columns);
		if (n) {
			dt_text_append(t, s + i, n);
			continue;
		}
		n = 1;
		if (c >= '\a' && c <= '\r')
			dt_text_printf(t, "\\%c", letters[c - '\a']);
		else
			dt_text_printf(t, "\\%03o", c);
	}
}

size_t dt_text_append_columns(struct dt_text *t, const char *s, size_t columns)
{
	size_t used = 0, len = strlen(s);
	int width;

	while (len) {
		size_t n = character(s, len, &width);

		if (!n || used + (size_t)width > columns)
			break;
		dt_text_append(t, s, n);
		s += n;
		len -= n;
		used += (size_t)width;
	}
	return used;
}

/* SPDX-License-Identifier: BSD-2-Clause */
#include "cli/top/text.h"

#include "base/text/visible.h"

#include <langinfo.h>
#include <locale.h>
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

/** Reads a character and its columns. Returns its length, or 0 if it cannot be shown. */
static size_t character(const char *s, size_t len, int *columns)
{
	mbstate_t state = {0};
	wchar_t c;
	size_t n = mbrtowc(&c, s, len, &state);

	*columns = n && n <= len ? wcwidth(c) : -1;
	return *columns < 0 ? 0 : n;
}

void dt_text_append_visible(struct dt_str *t, const char *s, size_t len)
{
	bool is_control;
	int columns;

	for (size_t i = 0, n, whole; i < len; i += n) {
		whole = dt_visible_character(s + i, len - i, &is_control);
		n = is_control ? 0 : character(s + i, len - i, &columns);
		if (n)
			dt_str_append_n(t, s + i, n);
		else
			dt_str_escape(t, s + i, n = is_control ? whole : 1);
	}
}

size_t dt_text_append_columns(struct dt_str *t, const char *s, size_t columns)
{
	size_t used = 0, len = strlen(s);
	int width;

	while (len) {
		size_t n = character(s, len, &width);

		if (!n || used + (size_t)width > columns)
			break;
		dt_str_append_n(t, s, n);
		s += n;
		len -= n;
		used += (size_t)width;
	}
	return used;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Control characters are those of ASCII and U+0080 to U+009F, which terminals accept as one byte or
 * as UTF-8.
 */
#include "base/text/visible.h"

#include <unistd.h>

size_t dt_utf8_sequence(const char *text, size_t max)
{
	const unsigned char *s = (const unsigned char *)text;
	size_t n = *s < 0x80   ? 1
		   : *s < 0xc2 ? 0
		   : *s < 0xe0 ? 2
		   : *s < 0xf0 ? 3
		   : *s < 0xf5 ? 4
			       : 0;

	if (n > max)
		return 0;
	for (size_t i = 1; i < n; i++)
		if ((s[i] & 0xc0) != 0x80)
			return 0;
	// Overlong forms, surrogates, and code points above U+10FFFF are invalid.
	if (n > 2 && ((*s == 0xe0 && s[1] < 0xa0) || (*s == 0xed && s[1] > 0x9f) ||
		      (*s == 0xf0 && s[1] < 0x90) || (*s == 0xf4 && s[1] > 0x8f)))
		return 0;
	return n;
}

static bool is_control(unsigned char c)
{
	return c < ' ' || c == 0x7f || (c >= 0x80 && c < 0xa0);
}

/** Returns the length of the character at s, and sets *is_escaped if it is a control character. */
static size_t character_length(const char *s, size_t max, bool *is_escaped)
{
	size_t n = dt_utf8_sequence(s, max);
	bool is_c1 = n == 2 && s[0] == '\xc2' && is_control((unsigned char)s[1]);

	*is_escaped = is_c1 || (n <= 1 && is_control((unsigned char)*s));
	return n ? n : 1;
}

static bool is_of_lines(char c)
{
	return c == '\n' || c == '\t';
}

void dt_visible_append(struct dt_str *s, const char *text, size_t len, bool is_name)
{
	bool is_escaped;

	for (size_t i = 0, n; i < len; i += n) {
		n = character_length(text + i, len - i, &is_escaped);
		if (is_escaped && (is_name || !is_of_lines(text[i])))
			dt_str_escape(s, text + i, n);
		else
			dt_str_append_n(s, text + i, n);
	}
}

bool dt_is_terminal(FILE *file)
{
	int fd = file ? fileno(file) : -1;

	return fd >= 0 && isatty(fd);
}

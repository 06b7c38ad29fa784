/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Control characters are those of ASCII and U+0080 to U+009F, which terminals accept as one byte or
 * as UTF-8. Format characters are those of Unicode's categories Cf, Zl and Zp, without the visible
 * ones and without the joiners of letters and emoji (U+200C, U+200D).
 */
#include "base/text/visible.h"

#include <stdint.h>
#include <unistd.h>

static const struct {
	uint32_t first, last;
} formats[] = {
    {0xad, 0xad},     {0x61c, 0x61c},	{0x180e, 0x180e}, {0x200b, 0x200b}, {0x200e, 0x200f},
    {0x2028, 0x202e}, {0x2060, 0x206f}, {0xfeff, 0xfeff}, {0xfff9, 0xfffb}, {0xe0000, 0xe007f},
};

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

/** Returns the code point of a valid sequence of n bytes, at least two. */
static uint32_t code_point(const char *s, size_t n)
{
	uint32_t c = (unsigned char)*s & (0x7f >> n);

	for (size_t i = 1; i < n; i++)
		c = c << 6 | ((unsigned char)s[i] & 0x3f);
	return c;
}

static bool is_format(uint32_t c)
{
	for (size_t i = 0; i < dt_array_len(formats); i++)
		if (c >= formats[i].first && c <= formats[i].last)
			return true;
	return false;
}

size_t dt_visible_character(const char *s, size_t max, bool *is_control)
{
	size_t n = dt_utf8_sequence(s, max);
	uint32_t c = n > 1 ? code_point(s, n) : (unsigned char)*s;

	*is_control = c < ' ' || (c >= 0x7f && c < 0xa0) || (n > 1 && is_format(c));
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
		n = dt_visible_character(text + i, len - i, &is_escaped);
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

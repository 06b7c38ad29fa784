/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/str.h"
#include "export/metric/model.h"

/** Returns the length of the character at the beginning of the text, or 0 if it is none.
 * Surrogates, and characters in more bytes than they need, are none. Zero is none: strings end
 * there. */
static size_t character(const unsigned char *t, size_t len)
{
	static const struct {
		unsigned char first, last, second_low, second_high;
		size_t n;
	} forms[] = {
	    {0x01, 0x7f, 0, 0, 1},	 {0xc2, 0xdf, 0x80, 0xbf, 2}, {0xe0, 0xe0, 0xa0, 0xbf, 3},
	    {0xe1, 0xec, 0x80, 0xbf, 3}, {0xed, 0xed, 0x80, 0x9f, 3}, {0xee, 0xef, 0x80, 0xbf, 3},
	    {0xf0, 0xf0, 0x90, 0xbf, 4}, {0xf1, 0xf3, 0x80, 0xbf, 4}, {0xf4, 0xf4, 0x80, 0x8f, 4},
	};

	for (size_t i = 0; i < dt_array_len(forms); i++) {
		size_t n = forms[i].n, at = 2;

		if (t[0] < forms[i].first || t[0] > forms[i].last || n > len)
			continue;
		if (n > 1 && (t[1] < forms[i].second_low || t[1] > forms[i].second_high))
			return 0;
		while (at < n && (t[at] & 0xc0) == 0x80)
			at++;
		return at >= n ? n : 0;
	}
	return 0;
}

char *dt_utf8_repair(const char *text, size_t len)
{
	struct dt_str out = {0};

	for (size_t at = 0; at < len;) {
		size_t n = character((const unsigned char *)text + at, len - at);

		if (n)
			dt_str_append_n(&out, text + at, n);
		else
			dt_str_append(&out, "\xef\xbf\xbd");
		at += n ? n : 1;
	}
	return out.data ? dt_str_take(&out) : dt_strdup("");
}

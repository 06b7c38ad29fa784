/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Strings and bytes of JSON. Nearly all text is plain ASCII, so eight bytes at a time are searched
 * for the exceptions: controls, `"`, `\` and bytes above 0x7f.
 */
#include "consume/sink/json.h"

#include "base/text/visible.h"

/** Returns marks of zero bytes, or 0 if there is none. If there is one, other bytes may be marked
 *  too. */
static uint64_t zero_bytes(uint64_t v)
{
	return (v - DT_EACH_BYTE(1)) & ~v & DT_EACH_BYTE(0x80);
}

static bool is_plain(unsigned char c)
{
	return c >= ' ' && c < 0x80 && c != '"' && c != '\\';
}

/** Returns the number of bytes from `s` on that need no escape. */
static size_t plain_length(const unsigned char *s, size_t len)
{
	size_t n = 0;

	for (uint64_t v; n + sizeof(v) <= len; n += sizeof(v)) {
		memcpy(&v, s + n, sizeof(v));
		// Subtracting ' ' from a smaller byte borrows.
		if (((v - DT_EACH_BYTE(' ')) | v) & DT_EACH_BYTE(0x80) ||
		    zero_bytes(v ^ DT_EACH_BYTE('"')) || zero_bytes(v ^ DT_EACH_BYTE('\\')))
			break;
	}
	while (n < len && is_plain(s[n]))
		n++;
	return n;
}

/** Writes the character at `s`, which has `max` bytes. Returns the character's length. */
static size_t write_special(struct dt_out *o, const unsigned char *s, size_t max)
{
	size_t n = dt_utf8_sequence((const char *)s, max);

	if (!n) {
		dt_out_text(o, "\xef\xbf\xbd");
		return 1;
	}
	if (*s < ' ') {
		dt_out_text(o, "\\u00");
		dt_out_hex(o, *s, 2);
		return n;
	}
	if (*s == '"' || *s == '\\')
		dt_out_char(o, '\\');
	dt_out_bytes(o, s, n);
	return n;
}

void dt_json_string(struct dt_out *o, const char *text, size_t len)
{
	const unsigned char *p = (const unsigned char *)text, *end = p + len;

	dt_out_char(o, '"');
	for (;;) {
		size_t n = plain_length(p, (size_t)(end - p));

		dt_out_bytes(o, p, n);
		p += n;
		if (p == end)
			break;
		p += write_special(o, p, (size_t)(end - p));
	}
	dt_out_char(o, '"');
}

void dt_json_bytes(struct dt_out *o, const uint8_t *p, size_t n)
{
	dt_out_text(o, "{\"bytes\":\"");
	for (size_t i = 0; i < n; i++)
		dt_out_hex(o, p[i], 2);
	dt_out_text(o, "\"}");
}

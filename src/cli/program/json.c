/* SPDX-License-Identifier: BSD-2-Clause */
#include "cli/program/json.h"

/** Returns the length of the UTF-8 sequence of several bytes at s, or 0 if it is invalid. */
static size_t sequence_length(const unsigned char *s)
{
	size_t n = *s < 0xc2 ? 0 : *s < 0xe0 ? 2 : *s < 0xf0 ? 3 : *s < 0xf5 ? 4 : 0;
	unsigned low = *s == 0xe0 ? 0xa0 : *s == 0xf0 ? 0x90 : 0x80;
	unsigned high = *s == 0xed ? 0x9f : *s == 0xf4 ? 0x8f : 0xbf;

	if (n && (s[1] < low || s[1] > high))
		return 0;
	for (size_t i = 2; i < n; i++)
		if ((s[i] & 0xc0) != 0x80)
			return 0;
	return n;
}

static void put_string(FILE *out, const char *text)
{
	const unsigned char *s = (const unsigned char *)text;

	fputc('"', out);
	for (size_t n; *s; s += n ? n : 1) {
		n = *s < 0x80 ? 1 : sequence_length(s);
		if (!n)
			fputs("\\ufffd", out);
		else if (*s < ' ')
			fprintf(out, "\\u%04x", *s);
		else if (*s == '"' || *s == '\\')
			fprintf(out, "\\%c", *s);
		else
			fwrite(s, 1, n, out);
	}
	fputc('"', out);
}

/** Begins a member, or an element if `name` is NULL. */
static void begin_member(struct dt_json *j, const char *name)
{
	if (j->has_members)
		fputc(',', j->out);
	j->has_members = true;
	if (!name)
		return;
	put_string(j->out, name);
	fputc(':', j->out);
}

void dt_json_open(struct dt_json *j, const char *name, char bracket)
{
	begin_member(j, name);
	fputc(bracket, j->out);
	j->has_members = false;
}

void dt_json_close(struct dt_json *j, char bracket)
{
	fputc(bracket, j->out);
	j->has_members = true;
}

void dt_json_text(struct dt_json *j, const char *name, const char *text)
{
	if (!text)
		return;
	begin_member(j, name);
	put_string(j->out, text);
}

void dt_json_number(struct dt_json *j, const char *name, unsigned long long number)
{
	begin_member(j, name);
	fprintf(j->out, "%llu", number);
}

/* SPDX-License-Identifier: BSD-2-Clause */
#include "cli/program/json.h"

#include "base/text/visible.h"

#include <string.h>

static void put_string(FILE *out, const char *text)
{
	const char *end = text + strlen(text);

	fputc('"', out);
	for (size_t n; text < end; text += n ? n : 1) {
		n = dt_utf8_sequence(text, (size_t)(end - text));
		if (!n)
			fputs("\\ufffd", out);
		else if ((unsigned char)*text < ' ')
			fprintf(out, "\\u%04x", (unsigned char)*text);
		else if (*text == '"' || *text == '\\')
			fprintf(out, "\\%c", *text);
		else
			fwrite(text, 1, n, out);
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

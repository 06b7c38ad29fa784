/* SPDX-License-Identifier: BSD-2-Clause */
#include "cli/program/complete.h"

#include "base/mem.h"
#include "cli/message.h"
#include "cli/option.h"
#include "cli/program/json.h"

#include <stdlib.h>
#include <string.h>

enum { PROGRAM_MAX = 64 << 20 }; // bytes

/** A text, and the byte of it where a word is wanted. */
struct request {
	char *text;
	size_t at;
	bool is_description; // for shells, which replace it as a whole
};

static char *read_input(void)
{
	char *text = NULL, buffer[4096];
	size_t size = 0, n, total = 0;
	FILE *whole = open_memstream(&text, &size);

	if (!whole)
		return NULL;
	while (total < PROGRAM_MAX && (n = fread(buffer, 1, sizeof(buffer), stdin)) > 0)
		total += fwrite(buffer, 1, n, whole);
	return fclose(whole) ? NULL : text;
}

/** Returns the byte of a line and column, at most the end of that line or of the text. */
static size_t find_byte(const char *text, unsigned line, unsigned column)
{
	const char *at = text;
	size_t len;

	while (--line && strchr(at, '\n'))
		at = strchr(at, '\n') + 1;
	len = line ? strlen(at) : strcspn(at, "\n");
	return (size_t)(at - text) + (column - 1 < len ? column - 1 : len);
}

static bool read_request(struct request *r, const char *where)
{
	unsigned line, column;
	int n = 0;

	if (sscanf(where, "%u:%u%n", &line, &column, &n) == 2 && !where[n] && line && column) {
		*r = (struct request){.text = read_input()};
		r->at = r->text ? find_byte(r->text, line, column) : 0;
	} else {
		*r = (struct request){dt_strdup(where), strlen(where), true};
	}
	return r->text != NULL;
}

static void write_completions(FILE *out, struct dtrace *d, size_t replaced)
{
	struct dtrace_completion w = {.size = sizeof(w)};
	struct dt_json j = {.out = out};

	dt_json_open(&j, NULL, '{');
	dt_json_number(&j, "replaces", replaced);
	dt_json_open(&j, "completions", '[');
	for (size_t i = 0; dtrace_completion(d, i, &w); i++) {
		dt_json_open(&j, NULL, '{');
		dt_json_text(&j, "word", w.word);
		dt_json_text(&j, "kind", w.kind);
		dt_json_text(&j, "detail", w.detail);
		dt_json_text(&j, "doc", w.doc);
		dt_json_close(&j, '}');
	}
	dt_json_close(&j, ']');
	dt_json_close(&j, '}');
	fputc('\n', out);
}

/** Prints a word a line. A shell gets the description as a whole; a colon lets it continue. */
static void print_completions(FILE *out, struct dtrace *d, const struct request *r, size_t begin)
{
	static const char *const inner[] = {"provider", "module", "function"};
	struct dtrace_completion w = {.size = sizeof(w)};

	for (size_t i = 0; dtrace_completion(d, i, &w); i++) {
		bool continues = false;

		for (size_t k = 0; k < sizeof(inner) / sizeof(*inner); k++)
			continues = continues || !strcmp(w.kind, inner[k]);
		if (r->is_description)
			fprintf(out, "%.*s%s%s\n", (int)begin, r->text, w.word,
				continues ? ":" : "");
		else
			fprintf(out, "%s\n", w.word);
	}
}

int dt_complete_print(FILE *out, struct dtrace *d, const char *where)
{
	struct dtrace_error *err;
	struct request r;
	size_t begin;

	if (!read_request(&r, where))
		return dt_fail_text("failed to read the program");
	err = dtrace_complete(d, r.text, r.at, &begin);
	if (!err && dt_option(d, "oformat") == OFORMAT_JSON)
		write_completions(out, d, r.at - begin);
	else if (!err)
		print_completions(out, d, &r, begin);
	free(r.text);
	return err ? dt_fail(err, NULL) : E_SUCCESS;
}

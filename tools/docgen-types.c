/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Writes the structs of the D library for the reference: each member with its trailing comment. The
 * files belong to the project, so they are simply read line by line: "typedef struct … {", a member
 * per line, "} NAME;". A member without a comment fails the build.
 */
#include "base/str.h"
#include "docgen.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/** Appends text, escaped so that Markdown sees no tags. */
static void append_text(struct dt_str *out, const char *text, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		if (text[i] == '<')
			dt_str_append(out, "&lt;");
		else
			dt_str_append_c(out, text[i]);
	}
}

/** Appends a row for the line "\tTYPE NAME; / * TEXT * /". Returns false if it has no text. */
static bool append_row(struct dt_str *rows, const char *line)
{
	const char *semicolon = strchr(line, ';');
	const char *text = semicolon ? strstr(semicolon, "/* ") : NULL;
	const char *end = text ? strstr(text, " */") : NULL;

	if (!end)
		return false;
	dt_str_printf(rows, "| `%.*s` | ", (int)(semicolon - line - 1), line + 1);
	append_text(rows, text + 3, (size_t)(end - text - 3));
	dt_str_append(rows, " |\n");
	return true;
}

static bool print_types(FILE *f, const char *path)
{
	dt_cleanup(dt_str_deinit) struct dt_str rows = {0};
	bool inside = false;
	char line[512];

	while (fgets(line, sizeof(line), f)) {
		if (!strncmp(line, "typedef struct ", 15) && strchr(line, '{')) {
			inside = true;
		} else if (inside && *line == '}') {
			printf("### `%.*s`\n\n| member | |\n|---|---|\n%s\n",
			       (int)strcspn(line + 2, ";"), line + 2, dt_str_text(&rows));
			dt_str_clear(&rows);
			inside = false;
		} else if (inside && !append_row(&rows, line)) {
			fprintf(stderr, "docgen: %s: no comment says what it is:%s", path, line);
			return false;
		}
	}
	return true;
}

bool docgen_guide_types(int n, char **paths)
{
	bool ok = true;

	printf("## Types of the D library\n\n");
	for (int i = 0; ok && i < n; i++) {
		FILE *f = fopen(paths[i], "re");

		ok = f && print_types(f, paths[i]);
		if (f)
			fclose(f);
		else
			fprintf(stderr, "docgen: %s: %s\n", paths[i], strerror(errno));
	}
	return ok;
}

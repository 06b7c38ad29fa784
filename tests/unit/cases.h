/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The D programs of functional cases: scripts, and the programs that shell cases give to -n in
 * single quotes. They compile without running.
 */
#ifndef DT_TESTS_UNIT_CASES_H
#define DT_TESTS_UNIT_CASES_H

#include "session/program/program.h"

#include "base/str.h"

#include <glob.h>
#include <stdio.h>
#include <string.h>

/** Receives each program: the name of its case, its path or text, and the case's text. */
typedef void (*case_program)(void *self, const char *name, enum dtrace_text kind,
			     const char *program, const char *whole);

static inline char *case_text(const char *path)
{
	dt_cleanup(dt_str_deinit) struct dt_str text = {0};
	char buffer[4096];
	FILE *f = fopen(path, "r");
	size_t n;

	while (f && (n = fread(buffer, 1, sizeof(buffer), f)) > 0)
		dt_str_append_n(&text, buffer, n);
	if (f)
		fclose(f);
	return dt_strdup(dt_str_text(&text));
}

/** Calls `each` for the texts of -n in a shell case. */
static inline void case_quoted(char *text, const char *name, case_program each, void *self)
{
	dt_cleanup(dt_free_p) char *whole = dt_strdup(text);

	for (char *at = text; (at = strstr(at, "n '"));) {
		char *begin = at + 3, *end = strchr(begin, '\''), *dash = at;

		while (dash > text && dash[-1] != ' ' && dash[-1] != '\n')
			dash--;
		if (!end)
			break;
		*end = '\0';
		if (*dash == '-')
			each(self, name, DTRACE_TEXT_NAME, begin, whole);
		at = end + 1;
	}
}

static inline void each_case(const char *folder, case_program each, void *self)
{
	static const char *const endings[] = {"d", "sh"};

	for (size_t k = 0; k < dt_array_len(endings); k++) {
		char pattern[4096];
		glob_t found;

		snprintf(pattern, sizeof(pattern), "%s/%s/*.%s", TESTS, folder, endings[k]);
		if (glob(pattern, 0, NULL, &found) != 0)
			continue;
		for (size_t i = 0; i < found.gl_pathc; i++) {
			const char *path = found.gl_pathv[i];
			dt_cleanup(dt_free_p) char *text = case_text(path);

			if (k == 0)
				each(self, path + sizeof(TESTS), DTRACE_TEXT_FILE, path, text);
			else
				case_quoted(text, path + sizeof(TESTS), each, self);
		}
		globfree(&found);
	}
}

/** Sets the options that a script's "flags:" comment gives with -x. Errors are ignored. */
static inline void case_options(struct dtrace *d, const char *whole)
{
	const char *flags = strstr(whole, "/* flags: ");
	char name[64], value[64];

	for (const char *at = flags; at && (at = strstr(at, "-x ")) && at < strchr(flags, '\n');
	     at += 3) {
		int n = sscanf(at + 3, "%63[a-z]=%63[^ ]", name, value);

		if (n > 0)
			dt_error_destroy(dtrace_setopt(d, name, n > 1 ? value : NULL));
	}
}

/** Opens a session and translates a program, as machine code where that is possible. Returns NULL
 * if the program does not compile by itself. */
static inline struct dtrace *case_session(enum dtrace_text kind, const char *program,
					  const char *whole)
{
	struct dtrace *d;
	struct dt_error *err = dtrace_open(&d);

	if (err)
		abort();
	d->programs->uses_offsets = false;
	case_options(d, whole);
	err = dtrace_setopt(d, "defaultargs", NULL);
	if (!err)
		err = dtrace_setopt(d, "bufsize", "256k");
	if (!err)
		err = dtrace_setopt(d, "aggsize", "256k");
	if (!err)
		err = dtrace_setopt(d, "engine", "inprocess");
	if (!err)
		err = dtrace_add(d, kind, program);
	if (!err)
		err = dtrace_check(d);
	if (!err)
		err = dtrace_generate(d, -1);
	if (!err)
		return d;
	dt_error_destroy(err);
	dtrace_close(d);
	return NULL;
}

#endif

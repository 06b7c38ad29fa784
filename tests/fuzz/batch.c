/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Runs many D scripts in one process, for tests/fuzz/programs: like `dtrace -q -s`, but without
 * starting a process for each.
 *
 * The argument is the engine (-x engine), by default "auto". Each line of stdin is the path of a
 * script. The script is compiled, loaded and run as by dtrace(1), with small buffers. Its output
 * goes to stdout, followed by a byte 1, messages and diagnostics, and a byte 0. A script must end
 * by itself.
 */
#include "session/core/api.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const settings[][2] = {
    {"quiet", NULL},	 {"nowarn", NULL},	{"bufsize", "256k"},
    {"aggsize", "256k"}, {"dynvarsize", "64k"}, {"nspec", "4"},
};

static void print_message(void *arg, const char *text)
{
	fprintf(arg, "%s\n", text);
}

static struct dt_error *trace_program(struct dtrace *d, const char *engine, const char *path)
{
	enum dtrace_work work;
	struct dt_error *err;

	for (size_t i = 0; i < sizeof(settings) / sizeof(settings[0]); i++)
		DT_TRY(dtrace_setopt(d, settings[i][0], settings[i][1]));
	DT_TRY(dtrace_setopt(d, "engine", engine));
	DT_TRY(dtrace_add(d, DTRACE_TEXT_FILE, path));
	DT_TRY(dtrace_check(d));
	DT_TRY(dtrace_go(d));
	while ((work = dtrace_work(d, &err)) == DTRACE_WORK_OKAY)
		;
	if (work == DTRACE_WORK_ERROR)
		return err;
	return dtrace_stop(d, false);
}

static void run_file(const char *engine, const char *path)
{
	char *messages = NULL;
	size_t size;
	FILE *out = open_memstream(&messages, &size);
	struct dtrace_diagnostic g = {.size = sizeof(g)};
	struct dtrace *d;
	struct dt_error *err = dtrace_open(&d);

	if (!err) {
		dtrace_set_message_handler(d, print_message, out);
		err = trace_program(d, engine, path);
		if (err)
			fprintf(out, "%s\n", err->message);
		for (size_t i = 0; err && dtrace_diagnostic(d, i, &g); i++)
			fprintf(out, "%u:%u: %s\n", g.line, g.column, g.message);
		dtrace_close(d);
	}
	dt_error_destroy(err);
	fclose(out);
	putchar(1);
	fputs(messages, stdout);
	putchar(0);
	fflush(stdout);
	free(messages);
}

int main(int argc, char **argv)
{
	char *line = NULL;
	size_t cap = 0;

	while (getline(&line, &cap, stdin) > 0) {
		line[strcspn(line, "\n")] = '\0';
		run_file(argc > 1 ? argv[1] : "auto", line);
	}
	free(line);
	return 0;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The parsed command line.
 */
#ifndef DT_CLI_ARGUMENTS_H
#define DT_CLI_ARGUMENTS_H

#include "dtrace/dtrace.h"

#include <stdio.h>

enum dt_mode {
	DT_MODE_TRACE,
	DT_MODE_ANONYMOUS,
	DT_MODE_LIST,
	DT_MODE_VERSION,
	DT_MODE_HEADER,
	DT_MODE_OBJECT,
};

/** Words of the command line. One allocation holds all lists. */
struct dt_words {
	const char **v;
	size_t n;
};

/** An option of the session that the command line sets. */
struct dt_setting {
	const char *name; // not terminated
	size_t name_len;
	const char *value; // NULL: on
};

struct dt_arguments {
	struct dtrace *d; // options are set while reading
	enum dt_mode mode;
	unsigned verbose; // number of -v
	bool compile_only, check, listing, list_options, status, help, agent, merge, top;
	const char *output, *explain, *complete, *hosts;
	const enum dtrace_text *kinds; // of the texts
	struct dt_words texts, commands, pids, operands;
	struct dt_words contents; // by text; of a script whose file is not read; else NULL
	struct dt_setting *settings;
	size_t n_settings;
	void *memory;
};

/** Reads the environment, then the command line. Returns E_SUCCESS, or the exit status after a
 * message. */
int dt_arguments_read(struct dt_arguments *a, struct dtrace *d, int argc, char **argv);
void dt_arguments_deinit(struct dt_arguments *a);

/** Makes room for n texts and operands instead of those of the command line. */
void dt_arguments_reserve(struct dt_arguments *a, size_t n);
/** Adds a text, with the content of a script, or NULL. Both are borrowed. */
void dt_arguments_add_text(struct dt_arguments *a, enum dtrace_text kind, const char *text,
			   const char *content);

/** --help, and -x help */
void dt_help(FILE *out);
void dt_help_options(FILE *out);

#endif

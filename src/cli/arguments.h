/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The command line, as what it asks for.
 */
#ifndef DT_CLI_ARGUMENTS_H
#define DT_CLI_ARGUMENTS_H

#include "dtrace/dtrace.h"

enum dt_mode {
	DT_MODE_TRACE,
	DT_MODE_ANONYMOUS,
	DT_MODE_LIST,
	DT_MODE_VERSION,
	DT_MODE_HEADER,
	DT_MODE_OBJECT,
};

/** Words of the command line; the memory is allocated once, for all of them. */
struct dt_words {
	const char **v;
	size_t n;
};

struct dt_arguments {
	struct dtrace *d; // options are set at once
	enum dt_mode mode;
	unsigned verbose; // how often -v was given
	bool compile_only, listing, list_options, status, help;
	const char *output, *explain, *complete;
	const enum dtrace_text *kinds; // of texts
	struct dt_words texts, commands, pids, operands;
	void *memory;
};

/** E_SUCCESS, or the exit status after a message. The environment comes first. */
int dt_arguments_read(struct dt_arguments *a, struct dtrace *d, int argc, char **argv);
void dt_arguments_deinit(struct dt_arguments *a);

/** --help */
void dt_help(FILE *out);

#endif

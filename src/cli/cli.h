/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The state of the command.
 */
#ifndef DT_CLI_CLI_H
#define DT_CLI_CLI_H

#include "cli/arguments.h"
#include "cli/export/export.h"
#include "cli/export/metrics.h"
#include "cli/progress.h"

#include <stdio.h>

struct dt_cli {
	struct dtrace *d;
	struct dt_arguments args;
	bool has_stdout; // open at the start of the process
	FILE *out;
	struct dt_progress progress;
	struct dt_export export;
	struct dt_metrics metrics;
};

/** Prints a message after earlier records. */
void dt_cli_message(struct dt_cli *c, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/** The same, for dtrace_set_message_handler(). */
void dt_cli_print(void *cli, const char *text);

#endif

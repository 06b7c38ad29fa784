/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * -V: the version; with -v also the data for a bug report.
 */
#include "cli/report/report.h"

static void print_fact(void *arg, const char *name, const char *value)
{
	fprintf(arg, "%s: %s\n", name, value);
}

void dt_print_version(FILE *out, bool verbose)
{
	fprintf(out, "dtrace: D for Linux %s\n", dtrace_version());
	if (verbose)
		dtrace_each_fact(print_fact, out);
}

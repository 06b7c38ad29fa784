/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * --help, generated from the table of flags.
 */
#include "cli/arguments.h"
#include "cli/flags.h"
#include "cli/message.h"

static const char synopsis[] = "Usage: dtrace [FLAG]... -n 'PROVIDER:MODULE:FUNCTION:NAME "
			       "/PREDICATE/ { STATEMENTS }' [ARGUMENT]...\n"
			       "       dtrace [FLAG]... -s SCRIPT [ARGUMENT]...\n";

int dt_usage(void)
{
	fputs(synopsis, stderr);
	fputs("       dtrace --help\n", stderr);
	return E_USAGE;
}

static void print_flag(FILE *out, const struct dt_flag *f)
{
	char left[64] = "    ";
	int n = 0;

	if (f->letter >= DT_FLAG_HELP)
		n = snprintf(left, sizeof(left), "      ");
	else
		n = snprintf(left, sizeof(left), "  -%c%s", f->letter,
			     f->name ? ", " : f->argument);
	if (f->name)
		n += snprintf(left + n, sizeof(left) - (size_t)n, "--%s%s%s", f->name,
			      f->argument ? " " : "", f->argument ? f->argument : "");
	if (n > 34)
		fprintf(out, "%s\n%34s%s\n", left, "", f->help);
	else
		fprintf(out, "%-34s%s\n", left, f->help);
}

void dt_help(FILE *out)
{
	fputs(synopsis, out);
	for (int group = 0; group < DT_FLAG_N_GROUPS; group++) {
		fprintf(out, "\n%s\n", dt_flag_group_titles[group]);
		for (const struct dt_flag *f = dt_flag_table; f->letter; f++)
			if ((int)f->group == group)
				print_flag(out, f);
	}
	fputs("\nExit status\n", out);
	for (const struct dt_exit_status *s = dt_exit_status_table; s->status; s++)
		fprintf(out, "  %s  %s\n", s->status, s->meaning);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * --help, generated from the table of flags; -x help, from the options of the library.
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

static void print_option(void *arg, const struct dtrace_topic *t)
{
	if (t->kind == DTRACE_TOPIC_OPTION && t->value)
		fprintf(arg, "%-14s %-7s %-8s %s\n", t->name, t->value, t->form ? t->form : "-",
			t->doc);
}

/** Options of other DTraces. */
static void print_accepted(void *arg, const struct dtrace_topic *t)
{
	if (t->kind == DTRACE_TOPIC_OPTION && !t->value && !t->is_refused)
		fprintf(arg, "%-14s %s\n", t->name, t->doc);
}

static void print_refused(void *arg, const struct dtrace_topic *t)
{
	if (t->kind == DTRACE_TOPIC_OPTION && t->is_refused)
		fprintf(arg, "%-14s %s\n", t->name, t->doc);
}

void dt_help_options(FILE *out)
{
	fprintf(out, "%-14s %-7s %-8s %s\n", "OPTION", "VALUE", "DEFAULT", "MEANING");
	dtrace_each_topic(print_option, out);
	fputs("\nAccepted, without effect:\n", out);
	dtrace_each_topic(print_accepted, out);
	fputs("\nRefused, with the reason:\n", out);
	dtrace_each_topic(print_refused, out);
}

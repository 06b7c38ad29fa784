/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * -l: lists probes, with -v their arguments and stability, with -vv their arguments and mechanism.
 * Layout: list_probe() of illumos' <cmd/dtrace/dtrace.c>.
 */
#include "cli/message.h"
#include "cli/option.h"
#include "cli/report/report.h"

#include <string.h>

struct list {
	struct dt_cli *c;
	size_t n_failed; // descriptions
};

/** Returns the separator between a type and a name. */
static const char *after_type(const char *type)
{
	size_t len = strlen(type);

	return len && type[len - 1] == '*' ? "" : " ";
}

/** Prints the types of args[], each on a line. */
static void print_args(struct dt_cli *c, uint32_t id, const char *indent, bool with_names)
{
	struct dtrace_argument a = {.size = sizeof(a)};

	for (size_t i = 0; dtrace_probe_argument(c->d, id, i, &a); i++) {
		bool is_named = with_names && a.name;

		if (a.type)
			dt_print_line(c->out, "%sargs[%zu]: %s%s%s", indent, i, a.type,
				      is_named ? after_type(a.type) : "", is_named ? a.name : "");
		else
			dt_print_line(c->out, "%sargs[%zu]: (unknown%s%s)", indent, i,
				      a.why ? ": " : "", a.why ? a.why : "");
	}
}

void dt_list_stability(FILE *out, const char *title, const struct dtrace_stability *s)
{
	fprintf(out, "\n\t%s\n", title);
	fprintf(out, "\t\tIdentifier Names: %s\n", s->name);
	fprintf(out, "\t\tData Semantics:   %s\n", s->data);
	fprintf(out, "\t\tDependency Class: %s\n", s->dependency);
}

/** -v: Prints blocks in the format that scripts read: print_probe_info() of illumos'
 *  <cmd/dtrace/dtrace.c>. */
static void print_blocks(struct dt_cli *c, uint32_t id, const struct dtrace_probe_info *info)
{
	dt_list_stability(c->out, "Probe Description Attributes", &info->weakest);
	dt_list_stability(c->out, "Argument Attributes", &info->args);
	fputs("\n\tArgument Types\n", c->out);
	print_args(c, id, "\t\t", false);
	if (!info->n_args)
		fputs("\t\tNone\n", c->out);
	fputc('\n', c->out);
}

static void print_probe(void *arg, const struct dtrace_probe *p)
{
	struct dt_cli *c = ((struct list *)arg)->c;
	struct dtrace_probe_info info = {.size = sizeof(info)};

	dt_print_line(c->out, "%5u %10s %17s %33s %s", p->id, p->provider, p->module, p->function,
		      p->name);
	if (!c->args.verbose || !dtrace_probe_info(c->d, p->id, &info))
		return;
	if (c->args.verbose == 1) {
		print_blocks(c, p->id, &info);
		return;
	}
	print_args(c, p->id, "\t", true);
	fprintf(c->out, "\tmechanism: %s\n", info.mechanism);
}

static void print_place(void *arg, const struct dtrace_live *l)
{
	dt_print_line(((struct list *)arg)->c->out, "%5s %10s %17s %33s %llx", "-", l->provider,
		      *l->module ? l->module : "-", *l->function ? l->function : "-",
		      (unsigned long long)l->offset);
}

/** Reports a description that matches nothing. */
static void report_clause(void *arg, const struct dtrace_clause *k)
{
	struct list *list = arg;

	if (k->n_probes)
		return;
	list->n_failed++;
	if (k->why)
		dt_cli_message(list->c, "%s", k->why);
	else if (k->id)
		dt_cli_message(list->c, "failed to match probe ID %u: No probe matches description",
			       k->id);
	else
		dt_cli_message(list->c,
			       "failed to match %s:%s:%s:%s: No probe matches description%s%s%s",
			       k->provider, k->module, k->function, k->name,
			       k->elsewhere ? " (in D: "
			       : k->near    ? " (did you mean "
					    : "",
			       k->elsewhere ? k->elsewhere
			       : k->near    ? k->near
					    : "",
			       k->elsewhere ? ")"
			       : k->near    ? "?)"
					    : "");
}

int dt_list_probes(struct dt_cli *c)
{
	struct list list = {c, 0};
	struct dtrace_error *err;

	fprintf(c->out, "%5s %10s %17s %33s %s\n", "ID", "PROVIDER", "MODULE", "FUNCTION", "NAME");
	dtrace_each_clause(c->d, report_clause, &list);
	err = dtrace_each_probe(c->d, print_probe, &list);
	if (err)
		return dt_fail(err, NULL);
	// Shows no places without the privilege to query links.
	if (!c->args.texts.n)
		dtrace_error_free(dtrace_each_live(true, print_place, &list));
	// A list of all probes does not report skipped places, except with -v.
	if (!dt_option(c->d, "quiet") && (c->args.texts.n || c->args.verbose))
		dt_report_skips(c);
	return list.n_failed ? E_ERROR : E_SUCCESS;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * -l: lists probes, with -v their arguments, with -vv their stability. Layout:
 * list_probe() of illumos' <cmd/dtrace/dtrace.c>.
 */
#include "session/compile/compile.h"
#include "session/compile/stability.h"
#include "session/process/process.h"
#include "session/report/report.h"

#include "base/text/visible.h"
#include "lang/elsewhere.h"

#include <string.h>

typedef dt_vec(struct dt_probe *) probe_list;

static void add_to_list(void *self, struct dt_probe *p)
{
	probe_list *list = self;

	if (!p->is_retained)
		dt_vec_push(list, p);
}

/** Adds the entries of -l for the probe. */
static void add_shown(struct dtrace *d, probe_list *list, struct dt_probe *p)
{
	struct dt_probe_sink sink = {list, add_to_list};

	if (p->provider->list)
		p->provider->list(&d->registry, p, &sink);
	else
		dt_vec_push(list, p);
}

static int compare_ids(const void *a, const void *b)
{
	struct dt_probe *const *x = a, *const *y = b;

	return (*x)->id < (*y)->id ? -1 : (*x)->id > (*y)->id;
}

static void sort_unique(probe_list *list)
{
	size_t n = 0;

	if (list->len)
		qsort(list->data, list->len, sizeof(*list->data), compare_ids);
	for (size_t i = 0; i < list->len; i++)
		if (!n || list->data[n - 1] != list->data[i])
			list->data[n++] = list->data[i];
	list->len = n;
}

/** Returns the separator between a type and a name. */
static const char *after_type(const char *type)
{
	size_t len = strlen(type);

	return len && type[len - 1] == '*' ? "" : " ";
}

/** Prints the types of args[], each on a line; with their names if the provider knows them. */
static void print_args(struct dtrace *d, FILE *out, struct dt_probe *p, const char *indent,
		       bool with_names)
{
	if (p->provider->types)
		p->provider->types(&d->registry, p);
	if (with_names && p->provider->names && !p->arg_names)
		p->provider->names(&d->registry, p);
	for (size_t i = 0; i < p->n_args; i++) {
		dt_cleanup(dt_str_deinit) struct dt_str type = {0};

		if (p->arg_types[i])
			dt_type_print(&type, p->arg_types[i]);
		if (with_names && p->arg_names && p->arg_names[i])
			dt_str_printf(&type, "%s%s", after_type(dt_str_text(&type)),
				      p->arg_names[i]);
		if (!p->arg_types[i]) {
			const char *why = p->arg_why ? p->arg_why[i] : NULL;

			dt_str_clear(&type);
			dt_str_printf(&type, "(unknown%s%s)", why ? ": " : "", why ? why : "");
		}
		dt_visible_printf(out, "%sargs[%zu]: %s\n", indent, i, dt_str_text(&type));
	}
}

/** -v: Prints blocks in the format that scripts read: print_probe_info() of illumos'
 *  <cmd/dtrace/dtrace.c>. */
static void print_blocks(struct dtrace *d, FILE *out, struct dt_probe *p)
{
	struct dt_attributes a = dt_stability_of_probe(d, p);

	dt_attributes_print(out, "Probe Description Attributes", &a);
	a = dt_stability_of_part(d, p, DT_ATTR_ARGS);
	dt_attributes_print(out, "Argument Attributes", &a);
	fputs("\n\tArgument Types\n", out);
	print_args(d, out, p, "\t\t", false);
	if (!p->n_args)
		fputs("\t\tNone\n", out);
	fputc('\n', out);
}

/** -vv: Prints the format for people, with the names of arguments and the mechanism. */
static void print_compact(struct dtrace *d, FILE *out, struct dt_probe *p)
{
	print_args(d, out, p, "\t", true);
	fprintf(out, "\tmechanism: %s\n", p->mechanism ? p->mechanism : p->provider->mechanism);
}

static const char *field(const char *text)
{
	return text ? text : "";
}

static void report_no_match(struct dtrace *d, const struct dt_probe_desc *p)
{
	dt_cleanup(dt_free_p) char *why = dt_session_why_none(d, p);
	const char *here = dt_elsewhere_description(p);
	dt_cleanup(dt_free_p) char *near = why || here ? NULL : dt_session_suggest(d, p);
	dt_cleanup(dt_free_p) char *hint = here	  ? dt_asprintf(" (in D: %s)", here)
					   : near ? dt_asprintf(" (did you mean %s?)", near)
						  : NULL;

	if (why)
		dt_session_message(d, "%s", why);
	else if (p->id)
		dt_session_message(d, "failed to match probe ID %u: No probe matches description",
				   p->id);
	else
		dt_session_message(d, "failed to match %s:%s:%s:%s: No probe matches description%s",
				   field(p->provider), field(p->module), field(p->function),
				   field(p->name), field(hint));
}

/** Collects the probes that the checked texts match, or all probes. */
static struct dt_error *collect_probes(struct dtrace *d, probe_list *list, size_t *failed)
{
	struct dt_probe_sink sink = {list, add_to_list};
	struct dt_probe_query all = {.provider = "*"}; // an all-empty query would skip BEGIN

	if (!d->script->texts.len) {
		DT_TRY(dt_session_targets_load(d));
		return dt_registry_match(&d->registry, &all, &sink);
	}
	for (const struct dt_clause *c = d->compile->program.clauses; c; c = c->next) {
		const struct dt_match *m = c->matched;

		if (!m || m->probes.len == m->n_retained) {
			report_no_match(d, c->descs);
			++*failed;
			continue;
		}
		dt_vec_foreach (&m->probes, p)
			if (!(*p)->is_retained)
				add_shown(d, list, *p);
	}
	return NULL;
}

struct dt_error *dtrace_list(struct dtrace *d, FILE *out, unsigned verbose, size_t *failed)
{
	probe_list list = {0};
	struct dt_error *err;

	fprintf(out, "%5s %10s %17s %33s %s\n", "ID", "PROVIDER", "MODULE", "FUNCTION", "NAME");
	*failed = 0;
	err = collect_probes(d, &list, failed);
	sort_unique(&list);
	for (size_t i = 0; i < list.len && !err; i++) {
		struct dt_probe *p = list.data[i];

		dt_visible_printf(out, "%5u %10s %17s %33s %s\n", p->id, p->prov, p->mod, p->func,
				  p->name);
		if (verbose > 1)
			print_compact(d, out, p);
		else if (verbose)
			print_blocks(d, out, p);
	}
	if (!d->script->texts.len && !err)
		dt_session_list_live(out);
	dt_vec_deinit(&list);
	return err;
}

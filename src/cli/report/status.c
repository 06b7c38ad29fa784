/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * --status: what any dtrace process on this machine traces, by process and by provider; with -v
 * also by place.
 */
#include "base/mem.h"
#include "cli/message.h"
#include "cli/report/report.h"

#include <stdlib.h>
#include <string.h>

/** A copy of a link, with its strings. */
struct link {
	struct link *next;
	struct dtrace_live l;
	char text[];
};

/** The links in the order of the kernel. */
struct links {
	struct link *first, **end;
};

static void add_link(void *arg, const struct dtrace_live *l)
{
	struct links *list = arg;
	size_t provider = strlen(l->provider) + 1, path = strlen(l->path) + 1;
	struct link *copy = dt_malloc(sizeof(*copy) + provider + path);

	copy->next = NULL;
	copy->l = *l;
	copy->l.provider = memcpy(copy->text, l->provider, provider);
	copy->l.path = memcpy(copy->text + provider, l->path, path);
	*list->end = copy;
	list->end = &copy->next;
}

static void free_links(struct links *list)
{
	for (struct link *k = list->first, *next; k; k = next) {
		next = k->next;
		free(k);
	}
}

/** Reports whether the link is the first one of its row, and sums up the links and places of the
 * row. */
static bool sum_row(const struct links *list, const struct link *k,
		    bool (*same)(const struct dtrace_live *a, const struct dtrace_live *b),
		    size_t *links, size_t *places)
{
	bool before = true;

	*links = *places = 0;
	for (const struct link *other = list->first; other; other = other->next) {
		before &= other != k;
		if (!same(&k->l, &other->l))
			continue;
		if (before)
			return false;
		++*links;
		*places += other->l.n_places;
	}
	return true;
}

static bool same_file(const struct dtrace_live *a, const struct dtrace_live *b)
{
	return a->is_of_process == b->is_of_process && a->process == b->process &&
	       a->tracer == b->tracer && !strcmp(a->path, b->path);
}

static bool same_provider(const struct dtrace_live *a, const struct dtrace_live *b)
{
	return a->tracer == b->tracer && !strcmp(a->mechanism, b->mechanism) &&
	       !strcmp(a->provider, b->provider) && (a->is_of_process || !strcmp(a->path, b->path));
}

/** Formats a number, or `none` for 0. */
static const char *format_number(char buf[24], size_t n, const char *none)
{
	if (n)
		snprintf(buf, 24, "%zu", n);
	return n ? buf : none;
}

static const char *path_of(const struct dtrace_live *l)
{
	return *l->path ? l->path : "-";
}

static void print_processes(const struct links *list, FILE *out)
{
	char process[24], tracer[24], n[24];
	size_t links, places;

	fprintf(out, "%10s %10s %8s %s\n", "PROCESS", "TRACER", "PLACES", "FILE");
	for (const struct link *k = list->first; k; k = k->next)
		if (k->l.is_of_process && sum_row(list, k, same_file, &links, &places))
			dt_print_line(out, "%10s %10s %8s %s",
				      format_number(process, (size_t)k->l.process, "all"),
				      format_number(tracer, (size_t)k->l.tracer, "-"),
				      format_number(n, places ? places : links, "-"),
				      path_of(&k->l));
}

static void print_providers(const struct links *list, FILE *out)
{
	char tracer[24];
	size_t links, places;

	fprintf(out, "\n%14s %10s %8s %-18s %s\n", "PROVIDER", "TRACER", "LINKS", "MECHANISM",
		"EVENT");
	for (const struct link *k = list->first; k; k = k->next)
		if (sum_row(list, k, same_provider, &links, &places))
			dt_print_line(out, "%14s %10s %8zu %-18s %s", k->l.provider,
				      format_number(tracer, (size_t)k->l.tracer, "-"), links,
				      k->l.mechanism, k->l.is_of_process ? "-" : path_of(&k->l));
}

static void print_place(void *arg, const struct dtrace_live *l)
{
	char process[24], tracer[24];

	dt_print_line(arg, "%10s %10s %17s %33s %8llx %10llx",
		      format_number(process, (size_t)l->process, "all"),
		      format_number(tracer, (size_t)l->tracer, "-"), *l->module ? l->module : "-",
		      *l->function ? l->function : "-", (unsigned long long)l->offset,
		      (unsigned long long)l->file_offset);
}

/** Prints which processes contain probes that no dtrace serves any more. */
static void print_left(const struct links *list, FILE *out)
{
	const char *gap = "\n";

	for (const struct link *k = list->first; k; k = k->next) {
		const char *base = strrchr(k->l.path, '/');
		char why[160] = "of a dtrace that was killed; the user's next dtrace that traces "
				"removes them";

		if (!k->l.is_left)
			continue;
		if (k->l.inherited_from)
			snprintf(why, sizeof(why),
				 "inherited from process %d, which is not traced any more; dtrace "
				 "-p %d removes them",
				 (int)k->l.inherited_from, (int)k->l.process);
		dt_print_line(out, "%spid %d (%s): %zu probe%s %s", gap, (int)k->l.process,
			      base ? base + 1 : k->l.path, k->l.n_places,
			      k->l.n_places == 1 ? "" : "s", why);
		gap = "";
	}
}

int dt_show_status(struct dt_cli *c)
{
	struct links list = {.end = &list.first};
	struct dtrace_error *err = dtrace_each_live(false, add_link, &list);
	bool is_user = err && dtrace_error_kind(err) == DTRACE_ERROR_PRIVILEGE;

	if (!err || is_user || list.first) {
		print_processes(&list, c->out);
		print_providers(&list, c->out);
		print_left(&list, c->out);
	}
	// An ordinary user's own probes are inside processes, and complete without the kernel's.
	if (is_user) {
		fflush(c->out);
		dt_cli_message(c, "%s", dtrace_error_message(err));
		dtrace_error_free(err);
		err = NULL;
	} else if (!err && c->args.verbose) {
		fprintf(c->out, "\n%10s %10s %17s %33s %8s %10s\n", "PROCESS", "TRACER", "MODULE",
			"FUNCTION", "OFFSET", "IN FILE");
		err = dtrace_each_live(true, print_place, c->out);
	}
	free_links(&list);
	return err ? dt_fail(err, NULL) : E_SUCCESS;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reports skipped places: a description matches them, but they cannot be probed. Prints their
 * number and the reasons, and with -v each place. A single place is always printed.
 */
#include "session/program/program.h"

#include <string.h>

enum { REASONS_SHOWN = 3 }; // at most, without -v

static int compare_places(const void *a, const void *b)
{
	const struct dt_skip *x = a, *y = b;
	int order = strcmp(x->prov, y->prov);

	if (!order)
		order = strcmp(x->mod, y->mod);
	if (!order)
		order = strcmp(x->func, y->func);
	if (!order)
		order = x->offset < y->offset ? -1 : x->offset > y->offset;
	return order ? order : strcmp(x->name, y->name);
}

struct reason {
	const char *text;
	size_t n;
};
typedef dt_vec(struct reason) reasons;

static int compare_reasons(const void *a, const void *b)
{
	const struct reason *x = a, *y = b;

	return x->n != y->n ? (x->n > y->n ? -1 : 1) : strcmp(x->text, y->text);
}

static void count_reason(reasons *list, const char *text)
{
	dt_vec_foreach (list, r) {
		if (!strcmp(r->text, text)) {
			r->n++;
			return;
		}
	}
	dt_vec_push(list, (struct reason){text, 1});
}

static void report_skip(struct dtrace *d, const struct dt_skip *s)
{
	char at[24] = "";

	if (!strcmp(s->name, "return"))
		snprintf(at, sizeof(at), " at %x", s->offset);
	dt_session_message(d, "skipped %s:%s:%s:%s%s: %s", s->prov, s->mod, s->func, s->name, at,
			   s->why);
}

static void report_reasons(struct dtrace *d, size_t n, reasons *list, const char *what,
			   bool verbose)
{
	struct dt_str text = {0};

	qsort(list->data, list->len, sizeof(*list->data), compare_reasons);
	dt_str_printf(&text, "%zu %ss skipped%s", n, what, verbose ? "" : " (-v names them)");
	dt_vec_foreach (list, r) {
		if (!verbose && r == list->data + REASONS_SHOWN) {
			dt_str_append(&text, ", and other reasons");
			break;
		}
		dt_str_printf(&text, "%s %s (%zu)", r == list->data ? ":" : ",", r->text, r->n);
	}
	dt_session_message(d, "%s", dt_str_text(&text));
	dt_str_deinit(&text);
}

/** Reports, once for each name, system calls that cover less than scripts expect. */
static void report_classic(struct dtrace *d)
{
	struct dt_map reported = {0};

	for (const struct dt_clause *c = d->compile->program.clauses; c; c = c->next) {
		dt_cleanup(dt_str_deinit) struct dt_str calls = {0};

		if (!c->n_descs || !dt_desc_classic(c->descs, &calls) ||
		    dt_map_put_str(&reported, c->descs->function, d))
			continue;
		dt_session_message(d,
				   "syscall::%s: matches only that call; programs on Linux use %s "
				   "as well (-x compat=classic matches them)",
				   c->descs->function, dt_str_text(&calls));
	}
	dt_map_deinit(&reported);
}

void dtrace_report_skips(struct dtrace *d, bool verbose)
{
	dt_vec(struct dt_skip) all = {0};
	reasons list = {0};
	const char *what = "probe"; // no place in a function was skipped
	const struct dt_skip *last = NULL;
	size_t n = 0;

	dt_vec_foreach (&d->registry.skips, s)
		dt_vec_push(&all, *s);
	dt_vec_foreach (&d->loaded->links.skips, s)
		dt_vec_push(&all, *s);
	if (all.len)
		qsort(all.data, all.len, sizeof(*all.data), compare_places);
	dt_vec_foreach (&all, s) {
		// Several clauses may match the same place.
		if (s > all.data && !compare_places(s - 1, s))
			continue;
		n++;
		last = s;
		count_reason(&list, s->why);
		if (*s->func)
			what = "site";
		if (verbose)
			report_skip(d, s);
	}
	if (n == 1 && !verbose)
		report_skip(d, last);
	if (n > 1)
		report_reasons(d, n, &list, what, verbose);
	if (verbose && !d->options.v[DT_OPT_compat])
		report_classic(d);
	dt_vec_deinit(&all);
	dt_vec_deinit(&list);
}

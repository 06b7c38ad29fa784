/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reports about the program and its tracing: stability, memory, user stacks, skipped places, and a
 * trace without records.
 */
#include "base/mem.h"
#include "cli/message.h"
#include "cli/option.h"
#include "cli/report/report.h"

#include <stdlib.h>
#include <string.h>

// ---- stability

static void print_stability(void *arg, const struct dtrace_clause *k)
{
	FILE *out = arg;

	fprintf(out, "\nStability attributes for %s%s%s%s:\n", k->file ? "script " : "",
		k->file ? k->file : "", k->file ? ", " : "", k->description);
	dt_list_stability(out, "Minimum Probe Description Attributes", &k->probes);
	dt_list_stability(out, "Minimum Statement Attributes", &k->statements);
}

void dt_report_stability(struct dt_cli *c)
{
	dtrace_each_clause(c->d, print_stability, c->out);
	fputc('\n', c->out);
}

// ---- memory and stacks

static unsigned long long kilobytes(uint64_t bytes)
{
	return (bytes + 1023) >> 10;
}

void dt_report_memory(struct dt_cli *c)
{
	struct dtrace_statistics s = {.size = sizeof(s)};

	dtrace_statistics(c->d, &s);
	dt_cli_message(c,
		       "memory: %llu KB for the buffers of %u CPUs, %llu KB for state, at most "
		       "%llu KB for aggregations",
		       (unsigned long long)s.buffer_bytes >> 10, s.n_cpus, kilobytes(s.state_bytes),
		       kilobytes(s.max_aggregation_bytes));
}

void dt_report_stacks(struct dt_cli *c)
{
	struct dtrace_statistics s = {.size = sizeof(s)};

	dtrace_statistics(c->d, &s);
	if (s.unwinds)
		dt_cli_message(
		    c,
		    "user stacks: %llu complete, %llu of the requested length, %llu cut "
		    "where a file's table was missing, %llu cut in code without a table, "
		    "%llu of unknown processes; %llu KB of tables for %zu files",
		    (unsigned long long)s.whole_stacks, (unsigned long long)s.limited_stacks,
		    (unsigned long long)s.stacks_without_table,
		    (unsigned long long)s.stacks_without_rule, (unsigned long long)s.foreign_stacks,
		    kilobytes(s.table_bytes), s.n_tables);
}

// ---- silence
//
// No counter includes firings with a false predicate or of a clause that records nothing. If a
// clause without predicate always records, no record means no firing.

enum { DESCRIPTIONS = 3 };

struct silence {
	FILE *text;
	size_t n; // clauses that wait for an event
};

static void describe_clause(void *arg, const struct dtrace_clause *k)
{
	struct silence *s = arg;

	if (!k->awaits_event || s->n++ >= DESCRIPTIONS)
		return;
	fprintf(s->text, "%s %s (%zu probe%s) %s not fired", s->n > 1 ? ";" : "", k->description,
		k->n_probes, k->n_probes == 1 ? "" : "s", k->n_probes == 1 ? "has" : "have");
	if (k->has_predicate)
		fputs(", or the predicate was false", s->text);
	else if (!k->always_records)
		fputs(", or recorded nothing", s->text);
	if (k->calls)
		fprintf(s->text, "; programs on Linux use %s as well", k->calls);
}

void dt_report_silence(struct dt_cli *c)
{
	struct dtrace_statistics s = {.size = sizeof(s)};
	struct silence silence = {0};
	char *text = NULL;
	size_t size;

	dtrace_statistics(c->d, &s);
	if (s.has_recorded || !(silence.text = open_memstream(&text, &size)))
		return;
	dtrace_each_clause(c->d, describe_clause, &silence);
	if (s.hint)
		fprintf(silence.text, "; %s", s.hint);
	if (silence.n > DESCRIPTIONS)
		fprintf(silence.text, "; and %zu more", silence.n - DESCRIPTIONS);
	if (!fclose(silence.text) && silence.n)
		dt_cli_message(c, "nothing has been recorded:%s", text);
	free(text);
}

// ---- skipped places

enum { REASONS_SHOWN = 3 }; // at most, without -v

/** A text and how often it has been counted. */
struct count {
	struct count *next;
	size_t n;
	char text[];
};

struct skips {
	struct dt_cli *c;
	bool prints_each;
	bool is_quiet;	   // reports only what is lost
	size_t n_skips, n; // n: their places
	bool has_sites;	   // places in functions
	struct count *reasons;
};

static void report_skip(void *arg, const struct dtrace_skip *s)
{
	struct skips *all = arg;
	char at[24] = "", others[48] = "";

	if (all->is_quiet && !s->is_unserved)
		return;
	if (!strcmp(s->name, "return"))
		snprintf(at, sizeof(at), " at %x", s->offset);
	if (s->n_places > 1)
		snprintf(others, sizeof(others), " (all of its %zu places)", s->n_places);
	dt_cli_message(all->c, "skipped %s:%s:%s:%s%s: %s%s", s->provider, s->module, s->function,
		       s->name, at, s->why, others);
}

/** Adds n to the count of a text. Returns whether the text is new. */
static bool count_text(struct count **list, const char *text, size_t n)
{
	for (; *list; list = &(*list)->next)
		if (!strcmp((*list)->text, text)) {
			(*list)->n += n;
			return false;
		}
	*list = dt_malloc(sizeof(**list) + strlen(text) + 1);
	**list = (struct count){.n = n};
	strcpy((*list)->text, text);
	return true;
}

static void count_skip(void *arg, const struct dtrace_skip *s)
{
	struct skips *all = arg;

	if (all->is_quiet && !s->is_unserved)
		return;
	all->n_skips++;
	all->n += s->n_places;
	all->has_sites |= *s->function != '\0';
	count_text(&all->reasons, s->why, s->n_places);
	if (all->prints_each)
		report_skip(arg, s);
}

/** Removes the most frequent text, or the first in the alphabet of several, and returns it. */
static struct count *take_first(struct count **list)
{
	struct count **best = list, *found;

	for (struct count **r = list; *r; r = &(*r)->next)
		if ((*r)->n > (*best)->n ||
		    ((*r)->n == (*best)->n && strcmp((*r)->text, (*best)->text) < 0))
			best = r;
	found = *best;
	if (found)
		*best = found->next;
	return found;
}

static void report_reasons(struct skips *all)
{
	char *text = NULL;
	size_t size, shown = 0;
	FILE *f = open_memstream(&text, &size);

	if (!f)
		return;
	fprintf(f, "%zu %ss skipped%s", all->n, all->has_sites ? "site" : "probe",
		all->prints_each ? "" : " (-v names them)");
	for (struct count *r; (r = take_first(&all->reasons)); shown++) {
		if (all->prints_each || shown < REASONS_SHOWN)
			fprintf(f, "%s %s (%zu)", shown ? "," : ":", r->text, r->n);
		else if (shown == REASONS_SHOWN)
			fputs(", and other reasons", f);
		free(r);
	}
	if (!fclose(f))
		dt_cli_message(all->c, "%s", text);
	free(text);
}

struct classics {
	struct dt_cli *c;
	struct count *reported;
};

/** Reports, once for each name, a system call that covers less than scripts expect. */
static void report_classic(void *arg, const struct dtrace_clause *k)
{
	struct classics *all = arg;

	if (k->calls && count_text(&all->reported, k->function, 1))
		dt_cli_message(all->c,
			       "syscall::%s: matches only that call; programs on Linux use %s "
			       "as well (-x compat=classic matches them)",
			       k->function, k->calls);
}

static void free_counts(struct count *list)
{
	for (struct count *next; list; list = next) {
		next = list->next;
		free(list);
	}
}

void dt_report_skips(struct dt_cli *c)
{
	struct skips all = {.c = c,
			    .prints_each = c->args.verbose,
			    .is_quiet = dt_option(c->d, "quiet") && !c->args.verbose};
	struct classics classics = {.c = c};

	dtrace_each_skip(c->d, count_skip, &all);
	if (all.n_skips == 1 && !all.prints_each)
		dtrace_each_skip(c->d, report_skip, &all);
	if (all.n_skips > 1)
		report_reasons(&all);
	if (c->args.verbose && !dt_option(c->d, "compat"))
		dtrace_each_clause(c->d, report_classic, &classics);
	free_counts(all.reasons);
	free_counts(classics.reported);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * --explain: prints one topic in full, the topics of a kind, the topics that a pattern matches, the
 * layout of a type (layout.c), definitions of the D library, or what answers a question
 * (answers.c). Names are case-insensitive; several tables may contain the same name.
 */
#include "cli/report/explain.h"

#include "cli/message.h"
#include "cli/report/report.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

void dt_explain_words(FILE *out, const char *text, const char *end, size_t indent)
{
	size_t column = indent;

	while (text < end) {
		size_t len = strcspn(text, " ");

		if (column > indent && column + 1 + len > DT_EXPLAIN_WIDTH) {
			fprintf(out, "\n%*s", (int)indent, "");
			column = indent;
		} else if (column > indent) {
			fputc(' ', out);
			column++;
		}
		fprintf(out, "%.*s", (int)len, text);
		column += len;
		text += len + strspn(text + len, " ");
	}
	fputc('\n', out);
}

void dt_explain_line(FILE *out, const char *name, const char *doc)
{
	const char *end = strstr(doc, ". ");
	int n = fprintf(out, "%-*s ", DT_EXPLAIN_NAME_WIDTH, name);

	if (n > DT_EXPLAIN_NAME_WIDTH + 1)
		fprintf(out, "\n%*s", DT_EXPLAIN_NAME_WIDTH + 1, "");
	dt_explain_words(out, doc, end ? end + 1 : doc + strlen(doc), DT_EXPLAIN_NAME_WIDTH + 1);
}

bool dt_explain_is_listed(const struct dtrace_topic *t)
{
	return t->kind <= DTRACE_TOPIC_SCRIPT;
}

// ---- topics

static void print_whole(FILE *out, const struct dtrace_topic *t)
{
	const char *before = t->kind == DTRACE_TOPIC_OPTION ? ", by default " : ": ";

	fprintf(out, "%s: %s%s%s%s%s\n    ", t->name, t->noun, t->form ? before : "",
		t->form ? t->form : "", t->range ? ", " : "", t->range ? t->range : "");
	dt_explain_words(out, t->doc, t->doc + strlen(t->doc), 4);
	if (t->example)
		fprintf(out, "    example: %s\n", t->example);
}

static void print_line(FILE *out, const struct dtrace_topic *t)
{
	dt_explain_line(out, t->name, t->doc);
}

static bool is_glob_match(const char *pattern, const struct dtrace_topic *t)
{
	return !fnmatch(pattern, t->name, 0);
}

static bool is_of_kind(const char *kind, const struct dtrace_topic *t)
{
	return !strcasecmp(kind, t->group);
}

/** Reports whether the topic has the name; that of a probe may lack the provider. */
static bool is_named(const char *name, const struct dtrace_topic *t)
{
	const char *probe = t->kind == DTRACE_TOPIC_PROBE ? strstr(t->name, ":::") : NULL;

	return !strcasecmp(name, t->name) || (probe && !strcasecmp(name, probe + 3));
}

/** Topics to print. */
struct choice {
	FILE *out;
	const char *word;
	bool (*wanted)(const char *word, const struct dtrace_topic *t);
	void (*print)(FILE *out, const struct dtrace_topic *t);
	bool has_titles;
	size_t n;
	enum dtrace_topic_kind last;
};

static void print_chosen(void *arg, const struct dtrace_topic *t)
{
	struct choice *c = arg;

	if (!dt_explain_is_listed(t) || !c->wanted(c->word, t))
		return;
	if (c->has_titles && (!c->n || c->last != t->kind))
		fprintf(c->out, "%s%s:\n", c->n ? "\n" : "", t->group);
	c->last = t->kind;
	c->print(c->out, t);
	c->n++;
}

/** Prints the topics of the choice and returns their number. */
static size_t print_those(struct choice c)
{
	dtrace_each_topic(print_chosen, &c);
	return c.n;
}

struct kinds {
	FILE *out;
	const char *group; // of the last topics
	size_t n;
};

static void print_kind(const struct kinds *k)
{
	if (k->n)
		fprintf(k->out, "%-13s %4zu\n", k->group, k->n);
}

static void count_topic(void *arg, const struct dtrace_topic *t)
{
	struct kinds *k = arg;

	if (!dt_explain_is_listed(t))
		return;
	if (k->group != t->group) {
		print_kind(k);
		k->group = t->group;
		k->n = 0;
	}
	k->n++;
}

static void print_kinds(FILE *out)
{
	struct kinds k = {.out = out};

	dtrace_each_topic(count_topic, &k);
	print_kind(&k);
	fputs("\ndtrace --explain KIND lists names, --explain NAME describes one, --explain "
	      "'*PATTERN*' finds names,\n--explain 'struct TAG' or a typedef shows the layout of a "
	      "type, TYPE.MEMBER one member,\n--explain 'who writes' and similar words the scripts "
	      "and one-liners that answer a question.\n",
	      out);
}

// ---- words of other tracers

struct word {
	FILE *out;
	const char *name;
	bool found;
};

static void print_word(void *arg, const struct dtrace_topic *t)
{
	struct word *w = arg;

	if (w->found || t->kind != DTRACE_TOPIC_WORD || strcmp(t->name, w->name) != 0)
		return;
	w->found = true;
	fprintf(w->out, "%s: a %s. In D: %s\n", t->name, t->noun, t->doc);
}

/** Shows the D form of a word of other tracers. */
static bool show_word(const char *name, FILE *out)
{
	struct word w = {out, name, false};

	dtrace_each_topic(print_word, &w);
	return w.found;
}

// ---- definitions of the D library

struct definitions {
	FILE *out;
	bool behind; // something else was printed before
	size_t n;
};

/** Prints a variable with its declaring line. */
static void print_definition(void *arg, const struct dtrace_definition *f)
{
	struct definitions *all = arg;

	if (f->type)
		return;
	all->n++;
	fprintf(all->out, "%s: declared by the D library in %s:%u\n", f->name, f->file, f->line);
	if (f->doc) {
		fputs("    ", all->out);
		dt_explain_words(all->out, f->doc, f->doc + strlen(f->doc), 4);
	}
	fprintf(all->out, "    %s\n", f->text);
}

static void list_definition(void *arg, const struct dtrace_definition *f)
{
	struct definitions *all = arg;
	int room = DT_EXPLAIN_WIDTH - DT_EXPLAIN_NAME_WIDTH - 1;

	if (!all->n++)
		fprintf(all->out, "%sdeclared by the D library:\n", all->behind ? "\n" : "");
	fprintf(all->out, "%-*s %.*s\n", DT_EXPLAIN_NAME_WIDTH, f->name,
		f->type ? (int)strlen(f->text) : room, f->text);
}

// ---- a topic of the command line

/** Returns the provider whose topic describes a probe of this name, else the name itself. */
static const char *provider_of(const char *probe)
{
	static const char *const probes[][2] = {
	    {"tick", "profile"}, {"BEGIN", "dtrace"}, {"END", "dtrace"}, {"ERROR", "dtrace"}};

	for (size_t i = 0; i < sizeof(probes) / sizeof(*probes); i++)
		if (!strcmp(probes[i][0], probe))
			return probes[i][1];
	return probe;
}

/** Shows the layout of a struct named without "struct". */
static bool show_struct(struct dtrace *d, const char *tag, FILE *out)
{
	char *name = NULL;
	bool found = asprintf(&name, "struct %s", tag) >= 0 && dt_explain_type(d, name, out);

	free(name);
	return found;
}

/** Shows everything in D with exactly this name. */
static bool show_named(struct dtrace *d, const char *name, FILE *out)
{
	struct definitions all = {.out = out};

	all.n = print_those(
	    (struct choice){.out = out, .word = name, .wanted = is_named, .print = print_whole});
	dtrace_each_definition(d, name, print_definition, &all);
	return all.n;
}

/** Lists everything that the pattern matches. */
static bool list_matches(struct dtrace *d, const char *pattern, FILE *out)
{
	size_t n = print_those((struct choice){.out = out,
					       .word = pattern,
					       .wanted = is_glob_match,
					       .print = print_line,
					       .has_titles = true});
	struct definitions all = {.out = out, .behind = n > 0};

	dtrace_each_definition(d, pattern, list_definition, &all);
	return n || all.n;
}

/** Reports whether the topic is written as a type, and so cannot mean anything else. */
static bool is_tagged(const char *topic)
{
	return !strncmp(topic, "struct ", 7) || !strncmp(topic, "union ", 6) ||
	       !strncmp(topic, "enum ", 5);
}

/** Shows a name that is not in D: a word of another tracer, else types, members and scripts. */
static bool show_rest(struct dtrace *d, const char *topic, FILE *out)
{
	bool found = show_word(topic, out);

	if (found)
		return true;
	found = dt_explain_type(d, topic, out) || dt_explain_member(d, topic, out) ||
		show_struct(d, topic, out);
	if (is_tagged(topic) || strchr(topic, '.'))
		return found;
	return dt_explain_answers(topic, found, out) || found;
}

bool dt_explain(struct dtrace *d, const char *topic, FILE *out)
{
	if (!strcasecmp(topic, "topics")) {
		print_kinds(out);
		return true;
	}
	if (strpbrk(topic, "*?[\\") && !strchr(topic, ' '))
		return list_matches(d, topic, out);
	return print_those((struct choice){
		   .out = out, .word = topic, .wanted = is_of_kind, .print = print_line}) ||
	       show_named(d, provider_of(topic), out) || show_rest(d, topic, out);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * --explain: one topic whole, the topics of a kind, those that a pattern matches, or the layout of
 * a type. Names are looked for whatever their case; several tables may have one of the name.
 */
#include "lang/ident.h"
#include "session/report/topics.h"
#include "session/session.h"

#include <string.h>
#include <strings.h>

enum { WIDTH = 100, NAME_WIDTH = 22 };

/** Words up to `end` in lines of WIDTH columns, each behind `indent` blanks, as the first is. */
static void print_words(FILE *out, const char *text, const char *end, size_t indent)
{
	size_t column = indent;

	while (text < end) {
		size_t len = strcspn(text, " ");

		if (column > indent && column + 1 + len > WIDTH) {
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

static void print_whole(FILE *out, const struct dt_topic *t)
{
	const char *before = t->kind == DT_TOPIC_OPTION ? ", by default " : ": ";

	fprintf(out, "%s: %s%s%s\n    ", t->name, dt_topic_words[t->kind].one,
		t->form ? before : "", t->form ? t->form : "");
	print_words(out, t->doc, t->doc + strlen(t->doc), 4);
	if (t->example)
		fprintf(out, "    example: %s\n", t->example);
}

/** A list shows the first sentence. */
static void print_line(FILE *out, const struct dt_topic *t)
{
	const char *end = strstr(t->doc, ". ");
	int n = fprintf(out, "%-*s ", NAME_WIDTH, t->name);

	if (n > NAME_WIDTH + 1)
		fprintf(out, "\n%*s", NAME_WIDTH + 1, "");
	print_words(out, t->doc, end ? end + 1 : t->doc + strlen(t->doc), NAME_WIDTH + 1);
}

static bool is_glob_match(const char *pattern, const struct dt_topic *t)
{
	return dt_glob_match(pattern, t->name);
}

static bool is_of_kind(const char *kind, const struct dt_topic *t)
{
	return !strcasecmp(kind, dt_topic_words[t->kind].all);
}

static bool is_named(const char *name, const struct dt_topic *t)
{
	return !strcasecmp(name, t->name);
}

static size_t print_those(FILE *out, const dt_topics *topics, const char *word,
			  bool (*wanted)(const char *word, const struct dt_topic *t),
			  void (*print)(FILE *out, const struct dt_topic *t), bool titles)
{
	size_t n = 0;
	int last = -1;

	dt_vec_foreach (topics, t) {
		if (!wanted(word, t))
			continue;
		if (titles && last != (int)t->kind)
			fprintf(out, "%s%s:\n", n ? "\n" : "", dt_topic_words[t->kind].all);
		last = (int)t->kind;
		print(out, t);
		n++;
	}
	return n;
}

/** What can be asked. */
static void print_kinds(FILE *out, const dt_topics *topics)
{
	for (int kind = 0; kind < DT_TOPIC_KINDS; kind++) {
		size_t n = 0;

		dt_vec_foreach (topics, t)
			n += (int)t->kind == kind;
		fprintf(out, "%-13s %4zu\n", dt_topic_words[kind].all, n);
	}
	fputs("\ndtrace --explain KIND lists them, --explain NAME tells all of one, --explain "
	      "'*PATTERN*' finds them,\n--explain 'struct TAG' or a typedef shows the layout of a "
	      "type.\n",
	      out);
}

/** A name that the D library declares: the line that does. */
static bool show_declared(struct dtrace *d, const char *name, FILE *out)
{
	const struct dt_ident *id = dt_ident_global(d->compile, name);
	const struct dt_source *source = id && id->is_declared ? id->declared.source : NULL;
	const char *line;

	if (!source)
		return false;
	line = source->text + id->declared.offset;
	while (line > source->text && line[-1] != '\n')
		line--;
	fprintf(out, "%s: declared by the D library in %s:%u\n    %.*s\n", name, source->name,
		id->declared.line, (int)strcspn(line, "\n"), line);
	return true;
}

/** All that has exactly this name. */
static bool show_named(struct dtrace *d, const dt_topics *topics, const char *name, FILE *out)
{
	size_t n = print_those(out, topics, name, is_named, print_whole, false);

	return show_declared(d, name, out) || n || dt_session_show_type(d, name, out);
}

bool dtrace_explain(struct dtrace *d, const char *topic, FILE *out)
{
	dt_topics topics = {0};
	bool found = true;

	dt_topics_collect(&topics);
	if (!strcasecmp(topic, "topics"))
		print_kinds(out, &topics);
	else if (dt_glob_is(topic))
		found = print_those(out, &topics, topic, is_glob_match, print_line, true);
	else if (!print_those(out, &topics, topic, is_of_kind, print_line, false))
		found = show_named(d, &topics, topic, out);
	dt_vec_deinit(&topics);
	return found;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * --explain: prints one topic in full, the topics of a kind, the topics that a pattern matches, the
 * layout of a type, declarations of the D library, or what answers a question (answers.c). Names
 * are case-insensitive; several tables may contain the same name.
 */
#include "dialect/options.h"
#include "lang/elsewhere.h"
#include "session/report/report.h"
#include "session/report/topics.h"

#include <string.h>
#include <strings.h>

void dt_session_print_words(FILE *out, const char *text, const char *end, size_t indent)
{
	size_t column = indent;

	while (text < end) {
		size_t len = strcspn(text, " ");

		if (column > indent && column + 1 + len > DT_REPORT_WIDTH) {
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

/** Prints ", 1m to 2g", if the topic is an option with bounds. */
static void print_bounds(FILE *out, const struct dt_topic *t)
{
	for (int i = 0; t->kind == DT_TOPIC_OPTION && i < DT_N_OPTIONS; i++) {
		dt_cleanup(dt_str_deinit) struct dt_str text = {0};

		if (!strcmp(dt_option_table[i].name, t->name) &&
		    dt_option_bounds(&dt_option_table[i], &text))
			fprintf(out, ", %s", dt_str_text(&text));
	}
}

static void print_whole(FILE *out, const struct dt_topic *t)
{
	const char *before = t->kind == DT_TOPIC_OPTION ? ", by default " : ": ";

	fprintf(out, "%s: %s%s%s", t->name, dt_topic_words[t->kind].one, t->form ? before : "",
		t->form ? t->form : "");
	print_bounds(out, t);
	fputs("\n    ", out);
	dt_session_print_words(out, t->doc, t->doc + strlen(t->doc), 4);
	if (t->example)
		fprintf(out, "    example: %s\n", t->example);
}

void dt_session_print_line(FILE *out, const struct dt_topic *t)
{
	const char *end = strstr(t->doc, ". ");
	int n = fprintf(out, "%-*s ", DT_REPORT_NAME_WIDTH, t->name);

	if (n > DT_REPORT_NAME_WIDTH + 1)
		fprintf(out, "\n%*s", DT_REPORT_NAME_WIDTH + 1, "");
	dt_session_print_words(out, t->doc, end ? end + 1 : t->doc + strlen(t->doc),
			       DT_REPORT_NAME_WIDTH + 1);
}

static bool is_glob_match(const char *pattern, const struct dt_topic *t)
{
	return dt_glob_match(pattern, t->name);
}

static bool is_of_kind(const char *kind, const struct dt_topic *t)
{
	return !strcasecmp(kind, dt_topic_words[t->kind].all);
}

/** Reports whether the topic has the name; that of a probe may lack the provider. */
static bool is_named(const char *name, const struct dt_topic *t)
{
	const char *probe = t->kind == DT_TOPIC_PROBE ? strstr(t->name, ":::") + 3 : t->name;

	return !strcasecmp(name, t->name) || !strcasecmp(name, probe);
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

/** Prints the kinds of topics. */
static void print_kinds(FILE *out, const dt_topics *topics)
{
	for (int kind = 0; kind < DT_TOPIC_KINDS; kind++) {
		size_t n = 0;

		dt_vec_foreach (topics, t)
			n += (int)t->kind == kind;
		fprintf(out, "%-13s %4zu\n", dt_topic_words[kind].all, n);
	}
	fputs("\ndtrace --explain KIND lists names, --explain NAME describes one, --explain "
	      "'*PATTERN*' finds names,\n--explain 'struct TAG' or a typedef shows the layout of a "
	      "type, TYPE.MEMBER one member,\n--explain 'who writes' and similar words the scripts "
	      "and one-liners that answer a question.\n",
	      out);
}

/** Returns the provider whose topic describes a probe of this name, else the name itself. */
static const char *provider_of(const char *probe)
{
	static const char *const probes[][2] = {
	    {"tick", "profile"}, {"BEGIN", "dtrace"}, {"END", "dtrace"}, {"ERROR", "dtrace"}};

	for (size_t i = 0; i < dt_array_len(probes); i++)
		if (!strcmp(probes[i][0], probe))
			return probes[i][1];
	return probe;
}

/** Shows the D form of a word of other tracers. */
static bool show_elsewhere(const char *word, FILE *out)
{
	const char *here = dt_elsewhere_word(word);

	here = here ? here : dt_elsewhere_attachment(word);
	if (here)
		fprintf(out, "%s: a word of other tracers. In D: %s\n", word, here);
	return here;
}

/** Shows the layout of a struct named without "struct". */
static bool show_struct(struct dtrace *d, const char *tag, FILE *out)
{
	dt_cleanup(dt_free_p) char *name = dt_asprintf("struct %s", tag);

	return dt_session_show_type(d, name, out);
}

/** Shows everything in D with exactly this name. */
static bool show_named(struct dtrace *d, const dt_topics *topics, const char *name, FILE *out)
{
	size_t n = print_those(out, topics, name, is_named, print_whole, false);

	return dt_session_show_declared(d, name, out) || n;
}

/** Shows the types and members with this name. */
static bool show_other(struct dtrace *d, const char *name, FILE *out)
{
	return dt_session_show_type(d, name, out) || dt_session_show_member(d, name, out) ||
	       show_struct(d, name, out);
}

/** Lists everything that the pattern matches. */
static bool list_matches(struct dtrace *d, const dt_topics *topics, const char *pattern, FILE *out)
{
	size_t n = print_those(out, topics, pattern, is_glob_match, dt_session_print_line, true);

	return dt_session_list_declared(d, pattern, n > 0, out) || n;
}

/** Reports whether the topic is written as a type, and so cannot mean anything else. */
static bool is_tagged(const char *topic)
{
	return !strncmp(topic, "struct ", 7) || !strncmp(topic, "union ", 6) ||
	       !strncmp(topic, "enum ", 5);
}

/** Shows a name that is not in D: a word of another tracer, else types, members and scripts. */
static bool show_rest(struct dtrace *d, const dt_topics *topics, const char *topic, FILE *out)
{
	bool found = show_elsewhere(topic, out);

	if (found)
		return true;
	found = show_other(d, topic, out);
	if (is_tagged(topic) || strchr(topic, '.'))
		return found;
	return dt_session_show_answers(topics, topic, found, out) || found;
}

bool dtrace_explain(struct dtrace *d, const char *topic, FILE *out)
{
	if (!topic || !out || !dt_session_may_call(d, __func__))
		return false;
	DT_SESSION_CALL(d);
	dt_topics topics = {0};
	bool found = true;

	dt_topics_collect(&topics);
	if (!strcasecmp(topic, "topics"))
		print_kinds(out, &topics);
	else if (dt_glob_is(topic) && !strchr(topic, ' '))
		found = list_matches(d, &topics, topic, out);
	else if (!print_those(out, &topics, topic, is_of_kind, dt_session_print_line, false))
		found = show_named(d, &topics, provider_of(topic), out) ||
			show_rest(d, &topics, topic, out);
	dt_vec_deinit(&topics);
	return found;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * --explain: prints one topic in full, the topics of a kind, the topics that a pattern matches, the
 * layout of a type, declarations of the D library, or scripts and one-liners that answer a
 * question. Names are case-insensitive; several tables may contain the same name.
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

/** Prints a line of a list: the name and the first sentence. */
static void print_line(FILE *out, const struct dt_topic *t)
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
	size_t n = print_those(out, topics, pattern, is_glob_match, print_line, true);

	return dt_session_list_declared(d, pattern, n > 0, out) || n;
}

// ---- questions: words that are not a name

/** Words without meaning for the search. */
static const char *const fillers[] = {"a",   "an",  "and",  "are",  "by",    "do",    "does",
				      "in",  "is",  "it",   "my",   "of",    "on",    "or",
				      "the", "to",  "what", "when", "where", "which", "who",
				      "why", "how", "many", "much", "long"};

static bool is_filler(const char *word)
{
	for (size_t i = 0; i < dt_array_len(fillers); i++)
		if (!strcasecmp(fillers[i], word))
			return true;
	return false;
}

/** Cuts the ending of a plural or a verb: leaks, writes, writing. */
static void cut_ending(char *word)
{
	static const char *const endings[] = {"ing", "es", "ed", "s", "e"};
	size_t len = strlen(word);

	for (size_t i = 0; i < dt_array_len(endings); i++) {
		size_t n = strlen(endings[i]);

		if (len >= n + 3 && !strcasecmp(word + len - n, endings[i])) {
			word[len - n] = '\0';
			return;
		}
	}
}

/** The one-liners of the guide. */
static const struct {
	const char *question, *command;
} lines[] = {
#include "session/lines.inc"
};

/** Returns the number of words of the question that occur in a name or a sentence. */
static unsigned count_words(const char *question, const char *name, const char *sentence)
{
	dt_cleanup(dt_free_p) char *words = dt_strdup(question);
	char *rest = words, *word;
	unsigned n = 0;

	while ((word = strsep(&rest, " ?,.!"))) {
		if (!*word || is_filler(word))
			continue;
		cut_ending(word);
		n += strcasestr(sentence, word) || strcasestr(name, word);
	}
	return n;
}

/** Returns the largest number of words of the question that a script or a one-liner has. */
static unsigned most_words(const dt_topics *topics, const char *question)
{
	unsigned most = 0, n;

	dt_vec_foreach (topics, t) {
		n = t->kind == DT_TOPIC_SCRIPT ? count_words(question, t->name, t->doc) : 0;
		most = n > most ? n : most;
	}
	for (size_t i = 0; i < dt_array_len(lines); i++) {
		n = count_words(question, "", lines[i].question);
		most = n > most ? n : most;
	}
	return most;
}

/** Shows the scripts that have `most` words of the question. */
static bool show_scripts(const dt_topics *topics, const char *question, unsigned most, FILE *out)
{
	bool found = false;

	dt_vec_foreach (topics, t) {
		if (t->kind != DT_TOPIC_SCRIPT || count_words(question, t->name, t->doc) != most)
			continue;
		if (!found)
			fprintf(out, "%s:\n", dt_topic_words[DT_TOPIC_SCRIPT].all);
		found = true;
		print_line(out, t);
	}
	if (found)
		fputs("\nThey are below share/dtrace/examples/, in a source tree examples/: "
		      "dtrace -s …/GROUP/NAME.d\n",
		      out);
	return found;
}

/** Shows the one-liners that have `most` words of the question. */
static void show_lines(const char *question, unsigned most, bool is_second, FILE *out)
{
	bool found = false;

	for (size_t i = 0; i < dt_array_len(lines); i++) {
		if (count_words(question, "", lines[i].question) != most)
			continue;
		if (!found)
			fprintf(out, "%sone-liners:\n", is_second ? "\n" : "");
		found = true;
		fprintf(out, "%s\n    %s\n", lines[i].question, lines[i].command);
	}
}

/** Shows the scripts and one-liners with the most words of the question. */
static bool show_answers(const dt_topics *topics, const char *question, bool is_second, FILE *out)
{
	unsigned most = most_words(topics, question);

	if (!most)
		return false;
	if (is_second)
		fputc('\n', out);
	show_lines(question, most, show_scripts(topics, question, most, out), out);
	return true;
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
	return show_answers(topics, topic, found, out) || found;
}

bool dtrace_explain(struct dtrace *d, const char *topic, FILE *out)
{
	dt_topics topics = {0};
	bool found = true;

	dt_topics_collect(&topics);
	if (!strcasecmp(topic, "topics"))
		print_kinds(out, &topics);
	else if (dt_glob_is(topic) && !strchr(topic, ' '))
		found = list_matches(d, &topics, topic, out);
	else if (!print_those(out, &topics, topic, is_of_kind, print_line, false))
		found = show_named(d, &topics, provider_of(topic), out) ||
			show_rest(d, &topics, topic, out);
	dt_vec_deinit(&topics);
	return found;
}

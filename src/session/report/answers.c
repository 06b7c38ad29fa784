/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * --explain of a question: scripts, one-liners, names of D and sections of the guide that have most
 * words of the question. A word counts more if few of them have it, and if it is in a title.
 */
#include "session/report/report.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum answer_kind { SCRIPT, LINE, NAME, SECTION, ANSWER_KINDS };

/** The heading of each kind, and the number of answers that are printed. */
static const struct {
	const char *title;
	size_t shown;
} kinds[ANSWER_KINDS] = {{"scripts", 8}, {"one-liners", 6}, {"names", 4}, {"the guide", 4}};

/** Words of a question beyond these are ignored. */
enum { MAX_WORDS = 16 };

struct answer {
	enum answer_kind kind;
	const char *title, *text, *more; // where words are searched for; NULL: nothing
	const struct dt_topic *topic;	 // of a script or a name
	unsigned long score;
};

typedef dt_vec(struct answer) answers;

struct words {
	char *word[MAX_WORDS];
	unsigned long weight[MAX_WORDS];
	size_t n;
};

/** The one-liners of the guide. */
static const struct {
	const char *question, *command, *more;
} lines[] = {
#include "session/lines.inc"
};

static const struct {
	const char *place, *heading, *text;
} sections[] = {
#include "session/sections.inc"
};

/** Words without meaning for the search. */
static const char *const fillers[] = {
    "a",	"all",	 "an",	 "and",	 "are",	 "at",	  "by",	  "call", "can",
    "do",	"does",	 "each", "for",	 "from", "get",	  "has",  "have", "how",
    "i",	"in",	 "into", "is",	 "it",	 "its",	  "long", "make", "many",
    "most",	"much",	 "my",	 "now",	 "of",	 "on",	  "or",	  "over", "program",
    "programs", "right", "take", "that", "the",	 "their", "to",	  "what", "when",
    "where",	"which", "who",	 "why",	 "with", "print", "show", "trace"};

static bool is_filler(const char *word)
{
	for (size_t i = 0; i < dt_array_len(fillers); i++)
		if (!strcasecmp(fillers[i], word))
			return true;
	return false;
}

/** Cuts the ending of a plural or a verb: leaks, queries, writing, stopped. */
static void cut_ending(char *word)
{
	static const char *const endings[] = {"ies", "ing", "es", "ed", "s", "e", "y"};
	size_t len = strlen(word);

	for (size_t i = 0; i < dt_array_len(endings); i++) {
		size_t n = strlen(endings[i]);

		if (len < n + 3 || strcasecmp(word + len - n, endings[i]))
			continue;
		len -= n;
		if (len > 3 && word[len - 1] == word[len - 2])
			len--;
		word[len] = '\0';
		return;
	}
}

/** Reports whether a word of the text begins with the letters. */
static bool has_word(const char *text, const char *letters)
{
	const char *at = text;

	while (at && (at = strcasestr(at, letters))) {
		if (at == text || !isalnum((unsigned char)at[-1]))
			return true;
		at++;
	}
	return false;
}

/** Returns 2 if the word is in the title, 1 if it is in the text, otherwise 0. */
static unsigned place_of(const char *word, const struct answer *a)
{
	const char *base = a->kind == SCRIPT ? strchr(a->title, '/') : NULL;

	if (has_word(a->title, word) || (base && strlen(word) > 3 && strcasestr(base, word)) ||
	    (a->kind == SCRIPT && has_word(a->text, word)))
		return 2;
	return has_word(a->text, word) || has_word(a->more, word);
}

/** Collects everything that may answer a question. */
static void collect(answers *ret, const dt_topics *topics)
{
	dt_vec_foreach (topics, t)
		if (t->kind == DT_TOPIC_SCRIPT)
			dt_vec_push(ret, (struct answer){SCRIPT, t->name, t->doc, t->more, t, 0});
		else if (t->kind != DT_TOPIC_TAG && t->kind != DT_TOPIC_CONVERSION &&
			 strncmp(t->doc, "Not on Linux", 12))
			dt_vec_push(ret, (struct answer){NAME, t->name, t->doc, NULL, t, 0});
	for (size_t i = 0; i < dt_array_len(lines); i++)
		dt_vec_push(ret, (struct answer){LINE, lines[i].question, lines[i].command,
						 lines[i].more, NULL, 0});
	for (size_t i = 0; i < dt_array_len(sections); i++)
		dt_vec_push(ret, (struct answer){SECTION, sections[i].heading, sections[i].text,
						 sections[i].place, NULL, 0});
}

/** Splits a question into words with weights. The words point into the question. */
static void split(char *question, const answers *all, struct words *ret)
{
	char *word;

	while (ret->n < MAX_WORDS && (word = strsep(&question, " ?,.!:;()/'\"-"))) {
		size_t n = 1;

		if (strlen(word) < 2 || is_filler(word))
			continue;
		cut_ending(word);
		dt_vec_foreach (all, a)
			n += place_of(word, a) > 0;
		ret->weight[ret->n] = 100000 / n;
		ret->word[ret->n++] = word;
	}
}

/** Sets the score of each answer, by words at places of at least `least`. Stores the best of each
 * kind and returns the best of all. */
static unsigned long rate(answers *all, const struct words *words, unsigned least,
			  unsigned long *best)
{
	unsigned long most = 0;

	dt_vec_foreach (all, a) {
		for (size_t i = 0; i < words->n; i++) {
			unsigned place = place_of(words->word[i], a);

			a->score += place >= least ? words->weight[i] * place : 0;
		}
		best[a->kind] = a->score > best[a->kind] ? a->score : best[a->kind];
		most = a->score > most ? a->score : most;
	}
	return most;
}

/** The best first; answers of the same score keep their order. */
static int compare(const void *x, const void *y)
{
	const struct answer *a = *(const struct answer *const *)x;
	const struct answer *b = *(const struct answer *const *)y;

	return a->score != b->score ? (a->score < b->score ? 1 : -1) : (a > b) - (a < b);
}

static void print_answer(const struct answer *a, FILE *out)
{
	if (a->topic)
		dt_session_print_line(out, a->topic);
	else if (a->kind == LINE)
		fprintf(out, "%s\n    %s\n", a->title, a->text);
	else
		fprintf(out, "%s: %s\n", a->more, a->title);
}

/** Prints the best answers of a kind. Returns their number. */
static size_t print_best(const answers *all, enum answer_kind kind, unsigned long least,
			 bool behind, FILE *out)
{
	dt_vec(const struct answer *) best = {0};
	size_t n;

	dt_vec_foreach (all, a)
		if (a->kind == kind && a->score >= least)
			dt_vec_push(&best, a);
	n = best.len;
	if (n) {
		qsort(best.data, n, sizeof(*best.data), compare);
		fprintf(out, "%s%s:\n", behind ? "\n" : "", kinds[kind].title);
	}
	for (size_t i = 0; i < n && i < kinds[kind].shown; i++)
		print_answer(best.data[i], out);
	if (n > kinds[kind].shown)
		fprintf(out, "and %zu more\n", n - kinds[kind].shown);
	if (n && kind == SCRIPT)
		fputs("They are below share/dtrace/examples/, in a source tree examples/: "
		      "dtrace -s …/GROUP/NAME.d\n",
		      out);
	dt_vec_deinit(&best);
	return n;
}

bool dt_session_show_answers(const dt_topics *topics, const char *question, bool behind, FILE *out)
{
	dt_cleanup(dt_free_p) char *copy = dt_strdup(question);
	struct words words = {0};
	answers all = {0};
	unsigned long best[ANSWER_KINDS] = {0}, most;

	collect(&all, topics);
	split(copy, &all, &words);
	// Beside what has the word as its name, only titles are worth a look.
	most = rate(&all, &words, behind ? 2 : 1, best);
	for (int kind = 0; kind < ANSWER_KINDS; kind++)
		if (best[kind] > most / 4)
			behind |= print_best(&all, kind, (best[kind] + 1) / 2, behind, out) > 0;
	dt_vec_deinit(&all);
	return most;
}

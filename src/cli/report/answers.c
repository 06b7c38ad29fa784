/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * --explain of a question: scripts, one-liners, names of D and sections of the guide that have most
 * words of the question. A word counts more if few of them have it, and if it is in a title.
 */
#include "cli/report/explain.h"

#include "base/mem.h"

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
	unsigned long score;
};

struct answers {
	struct answer *v;
	size_t n;
};

struct words {
	char *word[MAX_WORDS];
	unsigned long weight[MAX_WORDS];
	size_t n;
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
	for (size_t i = 0; i < sizeof(fillers) / sizeof(*fillers); i++)
		if (!strcasecmp(fillers[i], word))
			return true;
	return false;
}

/** Cuts the ending of a plural or a verb: leaks, queries, writing, stopped. */
static void cut_ending(char *word)
{
	static const char *const endings[] = {"ies", "ing", "es", "ed", "s", "e", "y"};
	size_t len = strlen(word);

	for (size_t i = 0; i < sizeof(endings) / sizeof(*endings); i++) {
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

/** Adds a topic that may answer a question. */
static void add_answer(void *arg, const struct dtrace_topic *t)
{
	struct answers *all = arg;
	struct answer a = {NAME, t->name, t->doc, NULL, 0};

	if (t->kind == DTRACE_TOPIC_SCRIPT)
		a = (struct answer){SCRIPT, t->name, t->doc, t->more, 0};
	else if (t->kind == DTRACE_TOPIC_LINE)
		a = (struct answer){LINE, t->name, t->example, t->more, 0};
	else if (t->kind == DTRACE_TOPIC_SECTION)
		a = (struct answer){SECTION, t->name, t->doc, t->file, 0};
	else if (!dt_explain_is_listed(t) || t->kind == DTRACE_TOPIC_TAG ||
		 t->kind == DTRACE_TOPIC_CONVERSION || !strncmp(t->doc, "Not on Linux", 12))
		return;
	all->v = dt_realloc(all->v, (all->n + 1) * sizeof(*all->v));
	all->v[all->n++] = a;
}

/** Splits a question into words with weights. The words point into the question. */
static void split(char *question, const struct answers *all, struct words *ret)
{
	char *word;

	while (ret->n < MAX_WORDS && (word = strsep(&question, " ?,.!:;()/'\"-"))) {
		size_t n = 1;

		if (strlen(word) < 2 || is_filler(word))
			continue;
		cut_ending(word);
		for (struct answer *a = all->v; a < all->v + all->n; a++)
			n += place_of(word, a) > 0;
		ret->weight[ret->n] = 100000 / n;
		ret->word[ret->n++] = word;
	}
}

/** Sets the score of each answer, by words at places of at least `least`. Stores the best of each
 * kind and returns the best of all. */
static unsigned long rate(struct answers *all, const struct words *words, unsigned least,
			  unsigned long *best)
{
	unsigned long most = 0;

	for (struct answer *a = all->v; a < all->v + all->n; a++) {
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
	if (a->kind == SCRIPT || a->kind == NAME)
		dt_explain_line(out, a->title, a->text);
	else if (a->kind == LINE)
		fprintf(out, "%s\n    %s\n", a->title, a->text);
	else
		fprintf(out, "%s: %s\n", a->more, a->title);
}

/** Prints the best answers of a kind. Returns their number. */
static size_t print_best(const struct answers *all, enum answer_kind kind, unsigned long least,
			 bool behind, FILE *out)
{
	const struct answer **best = dt_malloc((all->n + 1) * sizeof(*best));
	size_t n = 0;

	for (struct answer *a = all->v; a < all->v + all->n; a++)
		if (a->kind == kind && a->score >= least)
			best[n++] = a;
	if (n) {
		qsort(best, n, sizeof(*best), compare);
		fprintf(out, "%s%s:\n", behind ? "\n" : "", kinds[kind].title);
	}
	for (size_t i = 0; i < n && i < kinds[kind].shown; i++)
		print_answer(best[i], out);
	if (n > kinds[kind].shown)
		fprintf(out, "and %zu more\n", n - kinds[kind].shown);
	if (n && kind == SCRIPT)
		fputs("They are below share/dtrace/examples/, in a source tree examples/: "
		      "dtrace -s …/GROUP/NAME.d\n",
		      out);
	free(best);
	return n;
}

bool dt_explain_answers(const char *question, bool behind, FILE *out)
{
	char *copy = dt_strdup(question);
	struct words words = {0};
	struct answers all = {0};
	unsigned long best[ANSWER_KINDS] = {0}, most;

	dtrace_each_topic(add_answer, &all);
	split(copy, &all, &words);
	// Beside what has the word as its name, only titles are worth a look.
	most = rate(&all, &words, behind ? 2 : 1, best);
	for (int kind = 0; kind < ANSWER_KINDS; kind++)
		if (best[kind] > most / 4)
			behind |= print_best(&all, kind, (best[kind] + 1) / 2, behind, out) > 0;
	free(all.v);
	free(copy);
	return most;
}

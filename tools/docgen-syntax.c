/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The words of D for editors: a line of a syntax file for each kind of word.
 */
#include "docgen.h"

#include "builtin/builtin.h"
#include "dialect/options.h"
#include "lang/lex/lex.h"
#include "session/report/topics.h"

#include <stdio.h>

/** Calls fn for each word of a kind, whose number in its table is `which`. */
typedef void each_word(unsigned which, void (*fn)(const char *word));

static void each_keyword(unsigned is_type, void (*fn)(const char *word))
{
	for (enum dt_tok tok = DT_KEY_AUTO; tok <= DT_KEY_XLATE; tok++) {
		unsigned flags = dt_tok_keyword_flags(tok);

		if (!(flags & DT_KF_RESERVED) && !(flags & DT_KF_TYPE) == !is_type)
			fn(dt_tok_text(tok));
	}
}

static void each_builtin(unsigned kind, void (*fn)(const char *word))
{
	for (size_t i = 0; i < dt_builtin_registry.n; i++)
		if (dt_builtin_registry.list[i]->kind == kind &&
		    !(dt_builtin_registry.list[i]->flags & DT_BF_REFUSED))
			fn(dt_builtin_registry.list[i]->name);
}

static void each_option(unsigned unused, void (*fn)(const char *word))
{
	for (int i = 0; i < DT_N_OPTIONS; i++)
		if (!dt_option_table[i].no_program)
			fn(dt_option_table[i].name);
}

static void each_provider(unsigned unused, void (*fn)(const char *word))
{
	dt_topics topics = {0};

	dt_topics_collect(&topics);
	dt_vec_foreach (&topics, t)
		if (t->kind == DTRACE_TOPIC_PROVIDER)
			fn(t->name);
	dt_vec_deinit(&topics);
}

/** The kinds of words: the group of Vim and its clause, the scope of TextMate, and the text that
 * surrounds the words there. */
static const struct {
	each_word *each;
	unsigned which;
	const char *group, *clause;
	const char *scope, *before, *after;
} kinds[] = {
    {each_keyword, false, "dtraceStatement", "", "keyword.control", "\\\\b(?:", ")\\\\b"},
    {each_keyword, true, "dtraceType", "", "storage.type", "\\\\b(?:", ")\\\\b"},
    {each_provider, 0, "dtraceProvider", " contained", "entity.name.namespace",
     "\\\\b(?:", ")(?=[0-9]*:)"},
    {each_builtin, DT_BUILTIN_AGGREGATION, "dtraceAggregation", "", "support.function.aggregation",
     "\\\\b(?:", ")(?=\\\\s*\\\\()"},
    {each_builtin, DT_BUILTIN_ACTION, "dtraceAction", "", "support.function.action",
     "\\\\b(?:", ")(?=\\\\s*\\\\()"},
    {each_builtin, DT_BUILTIN_SUBROUTINE, "dtraceFunction", "", "support.function",
     "\\\\b(?:", ")(?=\\\\s*\\\\()"},
    {each_builtin, DT_BUILTIN_VARIABLE, "dtraceVariable", "", "support.variable",
     "(?<!->)(?<!\\\\.)\\\\b(?:", ")\\\\b"},
    {each_option, 0, "dtraceOption", " contained", "support.constant.option",
     "(?<=option )\\\\s*(?:", ")\\\\b"},
};

static void put_after_blank(const char *word)
{
	printf(" %s", word);
}

static bool has_words; // of the alternation that is being written

static void put_alternative(const char *word)
{
	printf("%s%s", has_words ? "|" : "", word);
	has_words = true;
}

void docgen_vim_words(void)
{
	for (size_t i = 0; i < dt_array_len(kinds); i++) {
		printf("syn keyword %s%s", kinds[i].group, kinds[i].clause);
		kinds[i].each(kinds[i].which, put_after_blank);
		putchar('\n');
	}
}

void docgen_textmate_words(void)
{
	for (size_t i = 0; i < dt_array_len(kinds); i++) {
		printf("\t\t{ \"name\": \"%s.dtrace\", \"match\": \"%s", kinds[i].scope,
		       kinds[i].before);
		has_words = false;
		kinds[i].each(kinds[i].which, put_alternative);
		printf("%s\" }%s\n", kinds[i].after, i + 1 < dt_array_len(kinds) ? "," : "");
	}
}

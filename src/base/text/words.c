/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Splits a command line. An operator is a word that begins as one, or ends in ';': "a|b" and
 * "x?a=1&b=2" stay words, as they were before there were quotes.
 */
#include "base/text/words.h"

#include "base/vec.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const char blanks[] = " \t\n";

/** Reports whether a backslash between double quotes escapes the character. */
static bool is_escaped_in_quotes(char c)
{
	return c && strchr("\"\\$`", c);
}

/** Copies the quoted text behind the quote at *from, and moves both; false if it is not closed. */
static bool copy_quoted(const char **from, char **to)
{
	const char *p = *from;
	char quote = *p++;

	while (*p && *p != quote) {
		if (quote == '"' && *p == '\\' && is_escaped_in_quotes(p[1]))
			p++;
		*(*to)++ = *p++;
	}
	*from = *p ? p + 1 : p;
	return *p;
}

/** Reports whether the unquoted word of the line is an operator of a shell. */
static bool is_operator(const char *word, size_t len)
{
	size_t digits = strspn(word, "0123456789");

	return strchr("|;<>&", *word) || (digits < len && strchr("<>", word[digits])) ||
	       word[len - 1] == ';';
}

/** Reports whether a shell replaces a dollar sign before the character. */
static bool is_expansion(char c)
{
	return isalpha((unsigned char)c) || c == '_' || c == '{' || c == '(';
}

/** Reports whether a shell replaces something in the word. Quotes and backslashes prevent that. */
static bool is_expanded(const char *word, size_t len)
{
	bool in_quotes = false; // "

	for (const char *p = word; p < word + len; p++) {
		if (*p == '"')
			in_quotes = !in_quotes;
		else if (*p == '\'' && !in_quotes)
			p += 1 + strcspn(p + 1, "'");
		else if (*p == '\\')
			p++;
		else if (*p == '`' || (*p == '*' && !in_quotes) ||
			 (*p == '$' && is_expansion(p[1])))
			return true;
	}
	return false;
}

static struct dt_error *refuse_operator(const char *word, size_t len)
{
	return dt_error_new(
	    DT_ERR_USAGE, "%.*s is for a shell, and -c starts none: -c \"sh -c '…'\", or quote it",
	    (int)len, word);
}

/** Copies the word at *from, and moves both behind it. */
static struct dt_error *copy_word(const char **from, char **to)
{
	const char *start = *from;

	size_t plain = strcspn(start, " \t\n'\"\\");

	if (plain && is_operator(start, plain))
		return refuse_operator(start, strcspn(start, blanks));
	while (**from && !strchr(blanks, **from)) {
		if (**from == '\'' || **from == '"') {
			char quote = **from;

			if (!copy_quoted(from, to))
				return dt_error_new(DT_ERR_USAGE,
						    "no closing %c in the command of -c", quote);
			continue;
		}
		if (**from == '\\' && (*from)[1])
			++*from;
		*(*to)++ = *(*from)++;
	}
	*(*to)++ = '\0';
	return NULL;
}

struct dt_error *dt_words_split(const char *line, struct dt_words *ret)
{
	dt_vec(char *) words = {0};
	char *text = dt_zalloc(strlen(line) + 2), *to = text, *unexpanded = NULL;

	for (line += strspn(line, blanks); *line; line += strspn(line, blanks)) {
		const char *start = line;

		dt_vec_push(&words, to);
		struct dt_error *err = copy_word(&line, &to);
		if (!unexpanded && is_expanded(start, (size_t)(line - start)))
			unexpanded = dt_asprintf("%.*s", (int)(line - start), start);
		if (err) {
			dt_vec_deinit(&words);
			free(text);
			free(unexpanded);
			return err;
		}
	}
	dt_vec_push(&words, NULL);
	*ret = (struct dt_words){words.data, text, unexpanded};
	return NULL;
}

void dt_words_deinit(struct dt_words *w)
{
	free(w->word);
	free(w->text);
	free(w->unexpanded);
	*w = (struct dt_words){0};
}

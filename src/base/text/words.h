/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The words of a command line as a shell would split them, but without a shell: quotes and
 * backslashes, and nothing else. Operators of a shell are refused, unless they are quoted.
 */
#ifndef DT_BASE_TEXT_WORDS_H
#define DT_BASE_TEXT_WORDS_H

#include "base/error.h"

/** Words of a command line. The caller frees them by dt_words_deinit(). */
struct dt_words {
	char **word;	  // ended by NULL
	char *text;	  // memory of the words
	char *unexpanded; // the first word that a shell would expand, as written; or NULL
};

/** Splits the line. Error: a quote is not closed, or an operator (`|`, `>`, `;`) stands alone. */
struct dt_error *dt_words_split(const char *line, struct dt_words *ret) dt_must_use;
void dt_words_deinit(struct dt_words *w);

#endif

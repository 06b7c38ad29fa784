/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Parts of --explain.
 *
 *	explain.c  topics: names with a sentence, and definitions of the D library
 *	layout.c   types and members
 *	answers.c  questions
 */
#ifndef DT_CLI_EXPLAIN_H
#define DT_CLI_EXPLAIN_H

#include "dtrace/dtrace.h"

#include <stdio.h>

/** Columns of a line, and of the names at the start of a list's lines. */
enum { DT_EXPLAIN_WIDTH = 100, DT_EXPLAIN_NAME_WIDTH = 22 };
/** explain.c: Prints words up to `end` in lines of DT_EXPLAIN_WIDTH, indented by `indent` columns.
 * The caller has already indented the first line. */
void dt_explain_words(FILE *out, const char *text, const char *end, size_t indent);
/** explain.c: Prints a line of a list: the name and the first sentence. */
void dt_explain_line(FILE *out, const char *name, const char *doc);
/** explain.c: Reports whether the topic's kind has a list of names. */
bool dt_explain_is_listed(const struct dtrace_topic *t);

/** layout.c: Prints the layout of a type with this C name. Returns false if there is none. */
bool dt_explain_type(struct dtrace *d, const char *name, FILE *out);
/** layout.c: Prints "TYPE.MEMBER", or "MEMBER" of the library's types. Returns false if there is
 * none. */
bool dt_explain_member(struct dtrace *d, const char *topic, FILE *out);

/** answers.c: Prints the scripts, one-liners, names and sections of the guide that have the words
 * of a question, after an empty line if `behind`. Returns false if there are none. */
bool dt_explain_answers(const char *question, bool behind, FILE *out);

#endif

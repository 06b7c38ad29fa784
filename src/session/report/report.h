/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Data besides the trace, and still some of its output: -v, --explain, -x help.
 *
 *	probes.c   probes			clauses.c   descriptions of the program
 *	live.c	   what dtrace traces now
 *	explain.c  --explain: topics.c for names with a sentence, declared.c for the D library,
 *		   type.c for types, answers.c for questions
 *	skips.c    probes that were left out	silence.c   reasons for an empty trace
 *	help.c     -x help			machine.c   the machine, for bug reports
 */
#ifndef DT_SESSION_REPORT_H
#define DT_SESSION_REPORT_H

#include "session/core/session.h"
#include "session/report/topics.h"

/** Layout of --explain: columns of a line, and of the names at the start of a list's lines. */
enum { DT_REPORT_WIDTH = 100, DT_REPORT_NAME_WIDTH = 22 };
/** explain.c: Prints words up to `end` in lines of DT_REPORT_WIDTH, indented by `indent` columns.
 * The caller has already indented the first line. */
void dt_session_print_words(FILE *out, const char *text, const char *end, size_t indent);
/** explain.c: Prints a line of a list: the name and the first sentence. */
void dt_session_print_line(FILE *out, const struct dt_topic *t);
/** answers.c: Prints the scripts, one-liners, names and sections of the guide that have the words
 * of a question, after an empty line if `behind`. Returns false if there are none. */
bool dt_session_show_answers(const dt_topics *topics, const char *question, bool behind, FILE *out);
/** type.c: Prints the layout of a type with this C name. Returns false if there is none. */
bool dt_session_show_type(struct dtrace *d, const char *name, FILE *out);
/** type.c: Returns the type with this name, or NULL. */
const struct dt_type *dt_session_find_type(struct dtrace *d, const char *name);
/** type.c: Prints the row of a member. Returns false if the type has no such member. */
bool dt_session_print_member(const struct dt_type *named, const char *name, FILE *out);
/** declared.c: Prints the D library's declaration of a name. Returns false if there is none. */
bool dt_session_show_declared(struct dtrace *d, const char *name, FILE *out);
/** Lists the library's names that match a pattern and returns their number. `behind` inserts an
 *  empty line before the list. */
size_t dt_session_list_declared(struct dtrace *d, const char *pattern, bool behind, FILE *out);
/** Prints "TYPE.MEMBER", or "MEMBER" of the library's types. Returns false if there is none. */
bool dt_session_show_member(struct dtrace *d, const char *topic, FILE *out);

#endif

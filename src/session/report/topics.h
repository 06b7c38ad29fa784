/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Topics: everything with a name and a sentence in a table. --explain prints them, and documents
 * are generated from them.
 */
#ifndef DT_SESSION_TOPICS_H
#define DT_SESSION_TOPICS_H

#include "base/vec.h"

enum dt_topic_kind {
	DT_TOPIC_PROVIDER,
	DT_TOPIC_VARIABLE,
	DT_TOPIC_SUBROUTINE,
	DT_TOPIC_ACTION,
	DT_TOPIC_AGGREGATION,
	DT_TOPIC_CONVERSION, // of printf()
	DT_TOPIC_PROBE,	     // of a provider in the D library
	DT_TOPIC_OPTION,
	DT_TOPIC_TAG,	 // of a diagnostic
	DT_TOPIC_SCRIPT, // of examples/
	DT_TOPIC_KINDS,
};

/** The words of --explain for a kind: "providers", "provider". */
struct dt_topic_words {
	const char *all, *one;
};
extern const struct dt_topic_words dt_topic_words[DT_TOPIC_KINDS];

/** Strings are constant. */
struct dt_topic {
	enum dt_topic_kind kind;
	const char *name;
	const char *form; // prototype or default; NULL: none
	const char *doc;
	const char *example; // a complete program; NULL: none
	const char *more;    // of a script: the rest of its head
};

/** Collects the topics in the order of their tables. The caller frees the list. */
typedef dt_vec(struct dt_topic) dt_topics;
void dt_topics_collect(dt_topics *ret);

/** Providers that files of the D library declare. The last entry has a NULL name. */
struct dt_declared {
	const char *name, *doc, *example;
};
extern const struct dt_declared dt_declared_table[];

#endif

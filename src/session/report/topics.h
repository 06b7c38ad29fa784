/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Everything that has a name and a sentence in a table of the program: --explain shows it, and the
 * documents are made of it.
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
	DT_TOPIC_OPTION,
	DT_TOPIC_TAG,	 // of a diagnostic
	DT_TOPIC_SCRIPT, // of examples/
	DT_TOPIC_KINDS,
};

/** What --explain calls them: "providers", and what one is: "provider". */
struct dt_topic_words {
	const char *all, *one;
};
extern const struct dt_topic_words dt_topic_words[DT_TOPIC_KINDS];

/** Strings are constant. */
struct dt_topic {
	enum dt_topic_kind kind;
	const char *name;
	const char *form; // prototype, or default; NULL: it has none
	const char *doc;
	const char *example; // a whole program; NULL: it has none
};

/** The topics in the order of their tables; the caller deinits the list. */
typedef dt_vec(struct dt_topic) dt_topics;
void dt_topics_collect(dt_topics *ret);

/** Providers that files of the D library declare. Ends with a NULL name. */
struct dt_declared {
	const char *name, *doc, *example;
};
extern const struct dt_declared dt_declared_table[];

#endif

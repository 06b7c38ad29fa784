/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Topics: everything with a name and a sentence in a table. --explain prints them, and documents
 * are generated from them.
 */
#ifndef DT_SESSION_TOPICS_H
#define DT_SESSION_TOPICS_H

#include "base/vec.h"
#include "session/core/api.h"

/** The words of --explain for a kind: "providers", "provider". */
struct dt_topic_words {
	const char *all, *one;
};
extern const struct dt_topic_words dt_topic_words[];

/** The first kinds have lists of names; collects their topics in the order of their tables.
 * The caller frees the list. */
enum { DT_TOPIC_KINDS = DTRACE_TOPIC_SCRIPT + 1 };
typedef dt_vec(struct dt_topic) dt_topics;
void dt_topics_collect(dt_topics *ret);

/** Providers that files of the D library declare. The last entry has a NULL name. */
struct dt_declared {
	const char *name, *doc, *example;
};
extern const struct dt_declared dt_declared_table[];

#endif

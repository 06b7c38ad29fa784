/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * "Did you mean": the name that is nearest to one that nobody knows.
 */
#ifndef DT_BASE_SUGGEST_H
#define DT_BASE_SUGGEST_H

#include <stddef.h>

struct dt_suggestion {
	const char *wanted;
	const char *best; // the nearest so far, NULL if none is near enough; the caller's string
	unsigned distance;
};

/** Start looking for names like `wanted`: at most a third of its letters and two more may differ.
 */
struct dt_suggestion dt_suggest(const char *wanted);
/** The same, but at most a third of its letters may differ, or one. */
struct dt_suggestion dt_suggest_strictly(const char *wanted);
/** Take a name into account; it must live as long as the suggestion. The order does not matter. */
void dt_suggest_name(struct dt_suggestion *s, const char *name);

#endif

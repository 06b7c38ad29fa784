/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * "Did you mean": finds the known name that is most similar to an unknown one.
 */
#ifndef DT_BASE_SUGGEST_H
#define DT_BASE_SUGGEST_H

#include <stddef.h>

struct dt_suggestion {
	const char *wanted;
	const char *best; // the nearest name so far (the caller's string); NULL: none near enough
	unsigned distance;
};

/** Starts a search for names like `wanted`: at most a third of its letters plus one may differ, but
 *  fewer than half of them, or a single one. */
struct dt_suggestion dt_suggest(const char *wanted);
/** The same, but at most a third of its letters may differ, and at least one. */
struct dt_suggestion dt_suggest_strictly(const char *wanted);
/** Adds a candidate, which must live as long as the suggestion. The order does not matter. */
void dt_suggest_name(struct dt_suggestion *s, const char *name);

#endif

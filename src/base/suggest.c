/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/suggest.h"

#include <string.h>

/** Edit distance; more than `max` counts as max + 1. Names longer than the row are not compared. */
static unsigned distance(const char *a, const char *b, unsigned max)
{
	enum { ROW = 48 };
	unsigned row[ROW];
	size_t la = strlen(a), lb = strlen(b);

	if (la >= ROW || lb >= ROW || la > lb + max || lb > la + max)
		return max + 1;
	for (size_t j = 0; j <= lb; j++)
		row[j] = (unsigned)j;
	for (size_t i = 1; i <= la; i++) {
		unsigned diagonal = row[0];

		row[0] = (unsigned)i;
		for (size_t j = 1; j <= lb; j++) {
			unsigned above = row[j], best = diagonal + (a[i - 1] != b[j - 1]);

			best = above + 1 < best ? above + 1 : best;
			best = row[j - 1] + 1 < best ? row[j - 1] + 1 : best;
			diagonal = above;
			row[j] = best;
		}
	}
	return row[lb];
}

struct dt_suggestion dt_suggest(const char *wanted)
{
	return (struct dt_suggestion){wanted, NULL, (unsigned)strlen(wanted) / 3 + 2};
}

struct dt_suggestion dt_suggest_strictly(const char *wanted)
{
	size_t len = strlen(wanted);

	return (struct dt_suggestion){wanted, NULL, (unsigned)(len < 3 ? 1 : len / 3) + 1};
}

void dt_suggest_name(struct dt_suggestion *s, const char *name)
{
	unsigned d = distance(s->wanted, name, s->distance);
	size_t len = strlen(name), best_len = s->best ? strlen(s->best) : 0;

	// Of equally near names the longest, as a letter is sooner forgotten than added; then the
	// first in the alphabet, so that the hint is always the same.
	if (d >= strlen(s->wanted) || d > s->distance || (d == s->distance && !s->best))
		return;
	if (d < s->distance || len > best_len || (len == best_len && strcmp(name, s->best) < 0)) {
		s->best = name;
		s->distance = d;
	}
}

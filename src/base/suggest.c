/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/suggest.h"

#include <string.h>
#include <strings.h>

/** Returns the edit distance, at most max + 1; swapping two adjacent letters is one edit. Names
 *  longer than a row count as max + 1. */
static unsigned edit_distance(const char *a, const char *b, unsigned max)
{
	enum { ROW = 48 };
	unsigned rows[3][ROW]; // used cyclically: the current row and the two before it
	size_t la = strlen(a), lb = strlen(b);

	if (la >= ROW || lb >= ROW || la > lb + max || lb > la + max)
		return max + 1;
	for (size_t j = 0; j <= lb; j++)
		rows[0][j] = (unsigned)j;
	for (size_t i = 1; i <= la; i++) {
		unsigned *row = rows[i % 3], *above = rows[(i - 1) % 3];

		row[0] = (unsigned)i;
		for (size_t j = 1; j <= lb; j++) {
			unsigned best = above[j - 1] + (a[i - 1] != b[j - 1]);

			best = above[j] + 1 < best ? above[j] + 1 : best;
			best = row[j - 1] + 1 < best ? row[j - 1] + 1 : best;
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
			    rows[(i - 2) % 3][j - 2] + 1 < best)
				best = rows[(i - 2) % 3][j - 2] + 1;
			row[j] = best;
		}
	}
	return rows[la % 3][lb];
}

struct dt_suggestion dt_suggest(const char *wanted)
{
	size_t len = strlen(wanted), limit = len / 3 + 1;

	limit = 2 * limit < len ? limit : 1;
	return (struct dt_suggestion){wanted, NULL, (unsigned)limit + 1};
}

struct dt_suggestion dt_suggest_strictly(const char *wanted)
{
	size_t len = strlen(wanted);

	return (struct dt_suggestion){wanted, NULL, (unsigned)(len < 3 ? 1 : len / 3) + 1};
}

void dt_suggest_name(struct dt_suggestion *s, const char *name)
{
	unsigned d = strcasecmp(s->wanted, name) ? edit_distance(s->wanted, name, s->distance) : 0;
	size_t len = strlen(name), best_len = s->best ? strlen(s->best) : 0;

	// Among equally similar names, prefer the longest, because people omit letters more often
	// than they add some; then the alphabetically first, so that the hint is deterministic.
	if (d >= strlen(s->wanted) || d > s->distance || (d == s->distance && !s->best))
		return;
	if (d < s->distance || len > best_len || (len == best_len && strcmp(name, s->best) < 0)) {
		s->best = name;
		s->distance = d;
	}
}

/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * System calls by the names that scripts of other systems, and old ones, know them by: the calls
 * that Linux programs use instead, and where those have the arguments (-x compat=classic).
 */
#ifndef DT_DIALECT_CLASSIC_H
#define DT_DIALECT_CLASSIC_H

#include <stdbool.h>

enum { DT_CLASSIC_CALLS = 6 };

/** A call that does what the one asked for did. */
struct dt_classic_call {
	const char *name; // NULL ends the list
	const char *args; // argument i of the one asked for is number args[i] here; '.' or the
			  // end of the string: it has none, which reads as 0
	/** D about its own arguments: only if that holds, at entry and at return; or NULL. arg9 is
	 * 1 where the process or thread returns that the call has created. */
	const char *when;
};

struct dt_classic_family {
	const char *names; // that are asked for, between blanks; the commonest first
	struct dt_classic_call calls[DT_CLASSIC_CALLS];
};

/** Returns the first family behind `f` (NULL: of all) that has a name which the pattern matches;
 * NULL if there is none. "" and "*" mean all calls by their own names, and match no family. */
const struct dt_classic_family *dt_classic_next(const struct dt_classic_family *f,
						const char *pattern);
/** Returns the family whose first argument is another one in this call, and its number there; NULL
 *  if there is none. */
const struct dt_classic_family *dt_classic_moved(const char *call, unsigned *ret);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * System calls by the names that scripts of other systems, and old ones, know them by: the calls
 * that Linux programs use instead, and where those have the arguments (-x compat=classic).
 */
#ifndef DT_DIALECT_CLASSIC_H
#define DT_DIALECT_CLASSIC_H

enum { DT_CLASSIC_CALLS = 6 };

/** A call that does what the one asked for did. */
struct dt_classic_call {
	const char *name; // NULL ends the list
	const char *args; // argument i of the one asked for is number args[i] here; '.' or the
			  // end of the string: it has none, which reads as 0
	const char *when; // D about its own arguments: at entry, only if that holds; or NULL
};

struct dt_classic_family {
	const char *names; // that are asked for, between blanks
	struct dt_classic_call calls[DT_CLASSIC_CALLS];
};

/** The family of the name; NULL: it is what Linux programs use, or none that is known. */
const struct dt_classic_family *dt_classic_find(const char *name);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * From texts to a checked program whose clauses know their probes.
 *
 *	check.c    parse, check, report           match.c       which probes a description means
 *	suggest.c  probes that are nearly right    user_types.c  types of the target's program
 *	library.c  the D library                   cpp.c         -C; headers.c makes D of C headers
 */
#ifndef DT_SESSION_COMPILE_H
#define DT_SESSION_COMPILE_H

#include "base/str.h"
#include "base/vec.h"
#include "session/api.h"
#include "lang/compile.h"

struct dt_probe;

/** One text of the command line. */
struct dt_text {
	enum dtrace_text kind;
	struct dt_source source; // text owned
	char *name;		 // as reports show it
	char *report;
	size_t n_probes;
};

/** The probes that one description matched; `matched` of its clause. */
struct dt_match {
	struct dt_match *next;
	dt_vec(struct dt_probe *) probes;  // sorted by id
	const struct dt_probe_desc *desc;  // NULL: by id
	size_t n_retained;		   // of the probes those that only hold a place
	const struct dt_clause *served_by; // by whose code: its clause's, or that of another
};

void dt_session_compile_init(struct dtrace *d);
void dt_session_compile_deinit(struct dtrace *d);
/** The classic first line for the first error among the diagnostics. */
struct dt_error *dt_session_compile_error(struct dtrace *d) dt_must_use;

/** Answer the front end's questions about probes. */
void dt_session_match_init(struct dtrace *d);
void dt_session_match_deinit(struct dtrace *d);

/** Have the probes of both the same args[]? Only of matches whose args[] were asked for. */
bool dt_session_same_args(const struct dt_match *a, const struct dt_match *b);

/** dt_probe_source.suggest: "did you mean". */
char *dt_session_suggest(void *self, const struct dt_probe_desc *desc);

/** Give the compilation the library's names and types; before the kernel's types. */
void dt_session_library_init(struct dtrace *d);
void dt_session_library_deinit(struct dtrace *d);
/** Can the directories that the options name be read? */
struct dt_error *dt_session_library_dirs(const struct dtrace *d) dt_must_use;
/** Report what the program depends on (#pragma D depends_on) and is not there. */
void dt_session_library_check(struct dtrace *d);

/** The types of the target's program, behind the kernel's. */
void dt_session_user_types_init(struct dtrace *d);

/** Replace the text of a script by what the preprocessor makes of it. */
struct dt_error *dt_session_preprocess(struct dtrace *d, const char *path,
				       struct dt_str *text) dt_must_use;

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * From texts to a checked program whose clauses know their probes.
 *
 *	check.c    parse, check, report           match.c       which probes a description means
 *	suggest.c  probes that are nearly right    user_types.c  types of the target's program
 *	library.c  the D library; index.c: what    cpp.c         -C; headers.c makes D of C headers
 *	           its files declare               static.c      probes that D declares
 *	host.c     constants for the library
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

/** Constants for the D library: what is known of the host before anything fires. */
extern const struct dt_type_source dt_session_host;

/** Answer the front end's questions about probes. */
void dt_session_match_init(struct dtrace *d);
void dt_session_match_deinit(struct dtrace *d);

/** Have the probes of both the same args[]? Only of matches whose args[] were asked for. */
bool dt_session_same_args(const struct dt_match *a, const struct dt_match *b);

/** dt_probe_source.suggest: "did you mean". */
char *dt_session_suggest(void *self, const struct dt_probe_desc *desc);

/** Let the registry know the providers that are declared in D: the program's and the library's. */
void dt_session_static_init(struct dtrace *d);
/** What a probe of such a provider is; NULL: it is another's. */
const struct dt_provider_probe *dt_session_static_probe(const struct dt_probe *p);
/** dt_probe_source.why_none */
char *dt_session_why_none(void *self, const struct dt_probe_desc *desc);

/** Give the compilation the library's names and types; before the kernel's types. */
void dt_session_library_init(struct dtrace *d);
void dt_session_library_deinit(struct dtrace *d);
/** Can the directories that the options name be read? */
struct dt_error *dt_session_library_dirs(const struct dtrace *d) dt_must_use;
/** A program has failed: a message if the D library is not where it was installed. */
void dt_session_library_complain(struct dtrace *d);
/** Does a file of the library declare the provider? */
bool dt_session_library_provides(struct dtrace *d, const char *name);
/** Load the files that declare providers of the name or pattern; with `word`, only those in which
 * it occurs. */
void dt_session_library_providers(struct dtrace *d, const char *pattern, const char *word);
/** The number of a library file with providers, from 1; those that users bring begin behind
 *  DT_LIBRARY_SYSTEMS. 0: it is a text of the program's. */
enum { DT_LIBRARY_SYSTEMS = 63, DT_LIBRARY_FILES = 96 };
unsigned dt_session_library_number(const struct dtrace *d, const struct dt_source *source);
/** All names that the library declares, sorted, each once; they live as long as the session. */
typedef dt_vec(const char *) dt_library_names;
void dt_session_library_names(struct dtrace *d, dt_library_names *ret);
/** Load the file of the number, if there is one. */
void dt_session_library_load(struct dtrace *d, unsigned number);
/** Report what the program depends on (#pragma D depends_on) and is not there. */
void dt_session_library_check(struct dtrace *d);

/** The types of the target's program, behind the kernel's. */
void dt_session_user_types_init(struct dtrace *d);

/** Replace the text of a script by what the preprocessor makes of it. */
struct dt_error *dt_session_preprocess(struct dtrace *d, const char *path,
				       struct dt_str *text) dt_must_use;

#endif

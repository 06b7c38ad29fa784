/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Compiles texts to a checked program whose clauses are matched to probes.
 *
 *	check.c    parse, check, report            match.c       probes that a description matches
 *	suggest.c  "did you mean"                  user_types.c  types of the target's program
 *	library.c  the D library                   index.c       names that its files declare
 *	cpp.c      -C                              headers.c     C headers → D
 *	host.c     constants for the library       static.c      probes that D declares
 *	stability.c  stability attributes
 */
#ifndef DT_SESSION_COMPILE_H
#define DT_SESSION_COMPILE_H

#include "base/str.h"
#include "session/core/session.h"
#include "types/btf/source.h"

struct dt_probe;

/** One text of the command line. */
struct dt_text {
	enum dtrace_text kind;
	struct dt_source source; // text owned
	char *name;		 // shown in reports
	size_t n_probes;
};

/** The probes that one description matched. A clause's `matched` points to it. */
struct dt_match {
	struct dt_match *next;
	dt_vec(struct dt_probe *) probes;  // sorted by id
	const struct dt_probe_desc *desc;  // NULL: by id
	size_t n_retained;		   // number of placeholders among the probes
	size_t n_of_modules;		   // those that stand for kernel modules
	const struct dt_clause *served_by; // the clause whose code runs: its own or another
};

/** The sources of types, names, probes, symbols and options for the front end. */
struct dt_sources {
	struct dt_btf_source *kernel_types;
	struct dt_type_source user_types; // of the first target
	struct dt_library *library;
	struct dt_probe_source probes;
	struct dt_symbol_source symbols;
	struct dt_map known_symbols; // MODULE`NAME → struct kernel_symbol
	struct dt_option_sink options;
};

enum { DT_SCRIPT_MACROS = 16 };

/** The values of macro variables in an anonymous session. */
struct dt_claimed {
	int64_t macros[DT_SCRIPT_MACROS];
	size_t n_macros;
};

/** The program: its texts and arguments, and the result of compiling them. */
struct dt_script {
	dt_vec(struct dt_text *) texts;
	char **argv;
	size_t argc;
	struct dt_macro macros[DT_SCRIPT_MACROS];
	const struct dt_claimed *claimed; // while a claimed program is recompiled, else NULL
	dt_vec(struct dtrace_diagnostic) diagnostics; // described so far
	dt_vec(struct dtrace_completion) completions; // of dtrace_complete()
	struct dt_match *matches;
	size_t n_matched;	  // probes
	bool is_checked;	  // by dtrace_check(), which runs once
	struct dt_error *failure; // of dtrace_check(), or NULL
};

void dt_session_compile_init(struct dtrace *d);
void dt_session_compile_deinit(struct dtrace *d);
/** Returns the first error of the diagnostics as the classic line. */
struct dt_error *dt_session_compile_error(struct dtrace *d) dt_must_use;

/** Constants of the host for the D library, known before any probe fires. */
extern const struct dt_type_source dt_session_host;

/** Set up and free the probe source of the front end. */
void dt_session_match_init(struct dtrace *d);
void dt_session_match_deinit(struct dtrace *d);

/** Reports whether the probes of both matches have the same args[]. Both must belong to clauses
 * that use args[]. */
bool dt_session_same_args(const struct dt_match *a, const struct dt_match *b);

/** Reports whether files that a process maps may add probes to the match. */
bool dt_session_match_awaits_files(const struct dt_match *m);
/** Reports whether a description awaits files that a process maps. */
bool dt_session_awaits_files(const struct dtrace *d);
/** Reports whether a description could match a later kernel module. */
bool dt_session_awaits_modules(const struct dtrace *d);

/** dt_probe_source.suggest: "did you mean". */
char *dt_session_suggest(void *self, const struct dt_probe_desc *desc);

/** Registers the providers that are declared in D, by the program and the library. */
void dt_session_static_init(struct dtrace *d);
/** Returns the declaration of a probe of such a provider, or NULL for other providers. */
const struct dt_provider_probe *dt_session_static_probe(const struct dt_probe *p);
/** Returns why no probe matches, or NULL if the reason is unknown. */
char *dt_session_why_none(void *self, const struct dt_probe_desc *desc);

/** Adds the library's names and types to the compilation. Call before adding the kernel's types. */
void dt_session_library_init(struct dtrace *d);
void dt_session_library_deinit(struct dtrace *d);
/** Checks that the directories named by the options can be read. */
struct dt_error *dt_session_library_dirs(const struct dtrace *d) dt_must_use;
/** Sends a message after a program failed, if the D library is not where it was installed. */
void dt_session_library_complain(struct dtrace *d);
/** Reports whether a file of the library declares the provider. */
bool dt_session_library_provides(struct dtrace *d, const char *name);
/** Loads the files that declare providers matching the name or pattern. With `word`, only the files
 * in which it occurs. */
void dt_session_library_providers(struct dtrace *d, const char *pattern, const char *word);
/** Returns the number of a library file with providers, counted from 1, or 0 for a text of the
 * program. Numbers of the user's library files begin after DT_LIBRARY_SYSTEMS. */
enum { DT_LIBRARY_SYSTEMS = 63, DT_LIBRARY_FILES = 96 };
unsigned dt_session_library_number(const struct dtrace *d, const struct dt_source *source);
/** Writes all names that the library declares, sorted and without duplicates. They live as long as
 * the session. */
typedef dt_vec(const char *) dt_library_names;
void dt_session_library_names(struct dtrace *d, dt_library_names *ret);
/** Loads the file with this number, if there is one. */
void dt_session_library_load(struct dtrace *d, unsigned number);
/** Reports missing dependencies of the program (#pragma D depends_on). */
void dt_session_library_check(struct dtrace *d);

/** Adds the types of the target's program after the kernel's. */
void dt_session_user_types_init(struct dtrace *d);

/** Replaces the text of a script by the preprocessor's output. */
struct dt_error *dt_session_preprocess(struct dtrace *d, const char *path,
				       struct dt_str *text) dt_must_use;

#endif

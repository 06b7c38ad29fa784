/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The front end's entry points: compilation state, parsing and semantic analysis.
 */
#ifndef DT_LANG_COMPILE_H
#define DT_LANG_COMPILE_H

#include "base/error.h"
#include "base/map.h"
#include "base/suggest.h"
#include "lang/ast.h"
#include "lang/builtin.h"

/** Types of the args[] of a match's probes. An entry is NULL if the type is unknown or differs. */
struct dt_probe_args {
	const struct dt_type *const *types;
	size_t n;
	bool differ; // the probes disagree on some argument
	/** If the provider maps arguments: args[i] is argument map[i] of type native[i], translated
	 * if types[i] differs. If both are NULL, args[i] is argument i. */
	const struct dt_type *const *native;
	const uint8_t *map;
	const char *const *why; // why[i]: reason why types[i] is NULL, or NULL; or NULL
	bool may_be_thread;	// an argument can name the thread that each of the probes concerns
	const char *why_none;	// if n is 0: the reason, or NULL
	bool is_never;		// no probe matches and none will appear
};

/** The front end's view of the existing probes. */
struct dt_probe_source {
	void *self;
	/**
	 * Matches a description. On success *n is the number of matching probes (0 is not an error)
	 * and *args has the types of args[] on which all agree. If they agree on none, *args is
	 * NULL and *args_mixed is set. *handle identifies the match to the session.
	 */
	struct dt_error *(*match)(void *self, struct dt_universe *types,
				  const struct dt_probe_desc *desc, size_t *n,
				  const struct dt_probe_args **args, bool *args_mixed,
				  void **handle);
	/** Looks up the types of args[] if match() returned none. Called only if a clause names
	 * args[]. May be NULL. */
	void (*late_args)(void *self, void *handle, const struct dt_probe_args **args,
			  bool *args_mixed);
	/** Returns a sentence on why arg`n` is not the argument or result of the function of one of
	 * the match's probes, or NULL if no reason is known. May be NULL. */
	const char *(*misses)(void *self, void *handle, unsigned n);
	/** Returns the name of args[n], or NULL if it has none or several functions match. For
	 * hints. May be NULL. */
	const char *(*arg_name)(void *self, void *handle, unsigned n);
	/** Returns a sentence on why nothing matches, or NULL if no reason is known. The caller
	 * frees the string. May be NULL. */
	char *(*why_none)(void *self, const struct dt_probe_desc *desc);
	/** Returns the full description of a probe whose name resembles a description without
	 * matches, or NULL. The caller frees the string. May be NULL. */
	char *(*suggest)(void *self, const struct dt_probe_desc *desc);
};

/** Addresses of the kernel's symbols. */
struct dt_symbol_source {
	void *self;
	/** Returns false if the kernel has no such symbol, or hides its address. `module` "" means
	 * any. */
	bool (*address)(void *self, const char *module, const char *name, uint64_t *ret);
};

/**
 * The D library: texts that are parsed only when a program uses a name that they declare. To add
 * one: 1. implement define() by dt_parse_library(); 2. set c->library; 3. add a type source before
 * the kernel's that calls define() for types.
 */
struct dt_library_source {
	void *self;
	/** Parses the unparsed texts that declare the name (variable, inline, type, tag,
	 * enumerator). Returns false if there are none. */
	bool (*define)(void *self, const char *name);
	/** Suggests the names that the library declares. May be NULL. */
	void (*suggest)(void *self, struct dt_suggestion *best);
};

struct dt_sema;

enum dt_compile_flag {
	DT_CF_ZDEFS = 1,	// -Z: a description may match nothing
	DT_CF_DEFAULTARGS = 2,	// undefined $n is 0 or ""
	DT_CF_ARGREF = 4,	// unused macro arguments are permitted
	DT_CF_EMPTY = 8,	// an empty program is allowed
	DT_CF_PSPEC = 16,	// a lone identifier is a probe
	DT_CF_DESTRUCTIVE = 32, // -w (checked when tracing starts, not when compiling)
	DT_CF_CLASSIC = 64,	// names of system calls have their traditional meaning
};

/** The session's options, set by pragmas and `-x`. */
struct dt_option_sink {
	void *self;
	struct dt_error *(*set)(void *self, const char *name, const char *value, bool from_program);
};

/** Kind of a text: a whole program, or the argument of -P, -m, -f, -n or -i. */
enum dt_spec {
	DT_SPEC_PROGRAM,
	DT_SPEC_PROVIDER,
	DT_SPEC_MODULE,
	DT_SPEC_FUNCTION,
	DT_SPEC_NAME,
	DT_SPEC_ID
};

/** A macro variable: $pid, $target, … */
struct dt_macro {
	const char *name; // without '$'
	int64_t value;
};

/** One compilation: everything of one dtrace command. */
struct dt_compile {
	struct dt_arena *arena;
	struct dt_intern *names;
	struct dt_universe *types;
	struct dt_diags diags;
	struct dt_program program;
	unsigned flags;	  // enum dt_compile_flag; pragmas may add to it through `options`
	unsigned version; // requested version of D (dt_version_parse()); 0: the latest

	const struct dt_builtins *builtins;
	const struct dt_probe_source *probes;
	const struct dt_symbol_source *symbols; // NULL: no addresses are known
	const struct dt_option_sink *options;
	const struct dt_library_source *library; // or NULL

	const char *const *argv; // macro arguments; argv[0] is $0
	size_t argc;
	const struct dt_macro *macros;
	size_t n_macros;

	// identifiers by name (ident.h): the parser adds declared ones, the semantic pass the rest
	struct dt_map globals, selfs, thises, aggs;
	unsigned n_idents[DT_IDENT_KERNEL + 1]; // per kind, for dt_ident.index
	bool *arg_used;				// argc entries
	struct dt_sema *sema;			// private to the semantic pass; NULL: not started
	struct dt_loc end;			// end of the text parsed last
	/** For completion: a name that no struct has as a member; NULL: none. Set by sema: the last
	 * struct of which the program asks for that member. */
	struct {
		const char *name;
		const struct dt_type *of;
	} missed;
};

/** Creates a compilation, which owns the arena, the name table and the universe. The caller fills
 * in the rest. */
struct dt_compile *dt_compile_create(size_t strsize);
void dt_compile_destroy(struct dt_compile *c);

/** Parses a text and appends it to c->program. Adds errors to c->diags. The source must outlive
 * `c`. After a syntax error, parsing resumes at the next clause, so one run reports several. */
void dt_parse(struct dt_compile *c, const struct dt_source *src, enum dt_spec spec);

/** Parses a file of the library, also while a text is being parsed or checked. Only declarations
 * count: clauses are discarded, and the program's own declarations take precedence. */
void dt_parse_library(struct dt_compile *c, const struct dt_source *src);

/** Parses an expression that the compiler itself supplies. */
struct dt_node *dt_parse_text(struct dt_compile *c, const struct dt_source *src);

/** Reports unused macro arguments (D_MACRO_UNUSED). Call it after the last dt_parse(). */
void dt_parse_finish(struct dt_compile *c);

/** Checks and decorates everything parsed so far. Adds errors to c->diags. */
void dt_sema_check(struct dt_compile *c);
void dt_sema_destroy(struct dt_sema *s);

/** Returns the choice by which this kernel supports a static probe, and checks it. Returns NULL if
 * there is none; p->why_not is then the reason. */
const struct dt_choice *dt_probe_choose(struct dt_compile *c, struct dt_provider_probe *p);
/** Adds to the program the origins of a probe that has a choice, and the provider's clauses on
 * which the condition and the arguments `args` depend. */
void dt_probe_need(struct dt_compile *c, const struct dt_provider_probe *p, uint64_t args);
/** Returns the clause that is lowered after `cl`, the first if `cl` is NULL: the program's clauses
 * come first, then those of providers. */
const struct dt_clause *dt_clause_next(const struct dt_program *p, const struct dt_clause *cl);

struct dt_str;
/** If the description names a traditional system call, lists the other Linux calls that do its
 * work: "openat, openat2". Returns false if it names none, or there are no others. */
bool dt_desc_classic(const struct dt_probe_desc *d, struct dt_str *ret);

/** Appends warnings about a program that was checked and has no errors. */
void dt_lint(struct dt_compile *c);

#endif

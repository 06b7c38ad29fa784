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

/** Types of the args[] of probes; NULL entries are unknown, or not the same for all of them. */
struct dt_probe_args {
	const struct dt_type *const *types;
	size_t n;
	bool differ; // some argument is not the same for all
	/** If the provider has its own view of the arguments: args[i] is argument map[i], which is
	 * of type native[i] and is translated if types[i] is another. Both NULL: it is argument i.
	 */
	const struct dt_type *const *native;
	const uint8_t *map;
	const char *const *why; // where types[i] is NULL: the reason, or NULL; or NULL
	/** Each of the probes can be said to be of a thread that is an argument of it. */
	bool may_be_thread;
	const char *why_none; // n is 0: the reason, if there is one to tell
	bool is_never;	      // no probe matches, and none will appear
};

/** The probes that exist, as far as the front end cares. */
struct dt_probe_source {
	void *self;
	/**
	 * Match a description. On success *n is the number of matching probes (0 is not an error),
	 * *args the types of args[] on which all agree, NULL with *args_mixed set if there is none;
	 * *handle identifies the match to the session.
	 */
	struct dt_error *(*match)(void *self, struct dt_universe *types,
				  const struct dt_probe_desc *desc, size_t *n,
				  const struct dt_probe_args **args, bool *args_mixed,
				  void **handle);
	/** The same of a match whose probes' types are looked for only when a clause names args[],
	 * if match() has given none. May be NULL. */
	void (*late_args)(void *self, void *handle, const struct dt_probe_args **args,
			  bool *args_mixed);
	/** Why argN of the number `n` is not what the function of one of the match's probes takes
	 * or gives there, as a sentence about that; NULL: it is, as far as is known. May be NULL.
	 */
	const char *(*misses)(void *self, void *handle, unsigned n);
	/** Why nothing matches, as a sentence, if the description means something that is known; a
	 * heap string that the caller frees. May be NULL. */
	char *(*why_none)(void *self, const struct dt_probe_desc *desc);
	/** The description, in full, of a probe that is named like one that matched nothing; NULL
	 * if none is near. A heap string that the caller frees. May be NULL. */
	char *(*suggest)(void *self, const struct dt_probe_desc *desc);
};

/** Where the kernel's symbols are. */
struct dt_symbol_source {
	void *self;
	/** False if the kernel has none of that name, or does not tell. `module` "" = any. */
	bool (*address)(void *self, const char *module, const char *name, uint64_t *ret);
};

/**
 * The D library: texts that are parsed only when a program uses a name that one of them declares.
 * To have one: 1. implement define() with dt_parse_library(); 2. set c->library; 3. let a type
 * source that comes before the kernel's ask for types in the same way.
 */
struct dt_library_source {
	void *self;
	/** Parse what declares the name (variable, inline, type, tag, enumerator) and has not been
	 *  parsed yet; false if nothing was. */
	bool (*define)(void *self, const char *name);
	/** Suggest the names that the library declares; may be NULL. */
	void (*suggest)(void *self, struct dt_suggestion *best);
};

struct dt_sema;

enum dt_compile_flag {
	DT_CF_ZDEFS = 1,	// -Z: a description may match nothing
	DT_CF_DEFAULTARGS = 2,	// undefined $n is 0 or ""
	DT_CF_ARGREF = 4,	// do not complain about unreferenced arguments
	DT_CF_EMPTY = 8,	// an empty program is allowed
	DT_CF_PSPEC = 16,	// a lone identifier is a probe
	DT_CF_DESTRUCTIVE = 32, // -w (checked when tracing starts, not when compiling)
	DT_CF_CLASSIC = 64,	// names of system calls mean what old systems meant by them
};

/** What option pragmas and `-x` reach: the session's options. NULL on success. */
struct dt_option_sink {
	void *self;
	struct dt_error *(*set)(void *self, const char *name, const char *value, bool from_program);
};

/** How the text is meant: a whole program, or what a -P, -m, -f, -n, -i argument holds. */
enum dt_spec {
	DT_SPEC_PROGRAM,
	DT_SPEC_PROVIDER,
	DT_SPEC_MODULE,
	DT_SPEC_FUNCTION,
	DT_SPEC_NAME,
	DT_SPEC_ID
};

/** Values of the macro variables $pid, $target, …; the process is dtrace itself. */
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
	unsigned version; // of D that is asked for, as dt_version_parse() gives it; 0: the latest

	const struct dt_builtins *builtins;
	const struct dt_probe_source *probes;
	const struct dt_symbol_source *symbols; // NULL: no address is known
	const struct dt_option_sink *options;
	const struct dt_library_source *library; // NULL: there is none

	const char *const *argv; // macro arguments; argv[0] is $0
	size_t argc;
	const struct dt_macro *macros;
	size_t n_macros;

	// identifiers by name (ident.h): the parser enters what is declared, the semantic pass the
	// rest
	struct dt_map globals, selfs, thises, aggs;
	unsigned n_idents[DT_IDENT_KERNEL + 1]; // per kind, for dt_ident.index
	bool *arg_used;				// argc entries
	struct dt_sema *sema;			// the semantic pass's own; NULL: not begun
	struct dt_loc end;			// of the text parsed last
};

/** Owns the arena, the name table and the universe; the rest is the caller's to fill in. */
struct dt_compile *dt_compile_create(size_t strsize);
void dt_compile_destroy(struct dt_compile *c);

/** Parse a text and append it to c->program. Errors are in c->diags. The source must outlive `c`.
 *  Syntax errors resynchronise at the next clause, so one run reports several. */
void dt_parse(struct dt_compile *c, const struct dt_source *src, enum dt_spec spec);

/** Parse a file of the library, also while a text is being parsed or checked. It may only declare:
 *  clauses are dropped, and what the program itself has declared stays as it is. */
void dt_parse_library(struct dt_compile *c, const struct dt_source *src);

/** Parse an expression that is the compiler's own. */
struct dt_node *dt_parse_text(struct dt_compile *c, const struct dt_source *src);

/** After the last dt_parse(): report a macro argument that nothing uses (D_MACRO_UNUSED). */
void dt_parse_finish(struct dt_compile *c);

/** Check and decorate everything parsed so far. Errors are in c->diags. */
void dt_sema_check(struct dt_compile *c);
void dt_sema_destroy(struct dt_sema *s);

/** The choice by which this kernel serves a static probe, which is then checked; NULL: none,
 *  p->why_not says why. */
const struct dt_choice *dt_probe_choose(struct dt_compile *c, struct dt_provider_probe *p);
/** Put the origins of a probe, which has a choice, into the program, and the provider's clauses
 * that the condition needs and those arguments. */
void dt_probe_need(struct dt_compile *c, const struct dt_provider_probe *p, uint64_t args);
/** The clause that is lowered behind `cl`, the first if that is NULL: the program's, then those of
 *  providers. */
const struct dt_clause *dt_clause_next(const struct dt_program *p, const struct dt_clause *cl);

struct dt_str;
/** The description is of a system call by a name of old: list the calls of Linux that do its work,
 *  but for itself, "openat, openat2". False if it is not, or Linux's call is the same. */
bool dt_desc_classic(const struct dt_probe_desc *d, struct dt_str *ret);

/** Append warnings about a program that was checked and has no errors. */
void dt_lint(struct dt_compile *c);

#endif

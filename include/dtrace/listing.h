/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * @file
 * The part of dtrace/dtrace.h behind -l, -v, --status, --explain and -V: probes, the language and
 * the machine as data.
 */
#ifndef DTRACE_LISTING_H
#define DTRACE_LISTING_H

#include "dtrace.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/** @defgroup probes_as_data Probes as data
 * @{ */

// Functions dtrace_each_… call `fn` once for each item, before they return. The item and its
// strings live until `fn` returns unless documented otherwise.

/** Calls `fn` for the probes that the texts match, or all probes if there is no text, in
 * the order of their ids. Strings live as long as the session. On failure `fn` is not called. */
struct dtrace_error *
dtrace_each_probe(struct dtrace *d, void (*fn)(void *arg, const struct dtrace_probe *p), void *arg);

/** Stability attributes: how long a name and the meaning of its data will last ("Stable",
 * "Evolving" …), and where it exists ("Common", "ISA" …). The words are constant. */
struct dtrace_stability {
	const char *name;	///< of the name
	const char *data;	///< of the data
	const char *dependency; ///< where it exists
};

/** The rest about a probe. The strings live as long as the session. */
struct dtrace_probe_info {
	size_t size;	       ///< in: sizeof(struct dtrace_probe_info)
	const char *mechanism; ///< "raw tracepoint sys_enter"
	size_t n_args;	       ///< number of args[]
	const char *untyped;   ///< reason why args[] have no types, as part of a sentence; or NULL
	struct dtrace_stability weakest;  ///< of the names that the probe has
	struct dtrace_stability provider; ///< provider
	struct dtrace_stability module;	  ///< module
	struct dtrace_stability function; ///< function
	struct dtrace_stability name;	  ///< name
	struct dtrace_stability args;	  ///< of the arguments
};
/** Describes a probe further. Reads types, so it takes longer than dtrace_probe(). */
bool dtrace_probe_info(struct dtrace *d, uint32_t id, struct dtrace_probe_info *ret);

/** An argument args[i] of a probe. The strings live as long as the session. */
struct dtrace_argument {
	size_t size;	    ///< in: sizeof(struct dtrace_argument)
	const char *type;   ///< of D: "bufinfo_t *"; NULL: unknown
	const char *native; ///< the type that a translator reads: "struct bio *"; else as `type`
	unsigned number;    ///< of that raw argument: 0 for arg0
	const char *name;   ///< of a function's parameter; NULL: unknown
	const char *why;    ///< reason why the type is unknown, or NULL
};
/** Describes argument args[i] of a probe. */
bool dtrace_probe_argument(struct dtrace *d, uint32_t id, size_t i, struct dtrace_argument *ret);

/** A description of the checked texts, with its statements. */
struct dtrace_clause {
	size_t size;		 ///< sizeof(struct dtrace_clause) of the library
	const char *file;	 ///< the script; NULL: the command line
	const char *description; ///< as written
	uint32_t id;		 ///< of a description by number; else 0
	const char *provider;	 ///< provider
	const char *module;	 ///< module
	const char *function;	 ///< function
	const char *name;	 ///< name; like the other fields "" if not written
	size_t n_probes;	 ///< that it matches now
	const char *why;	 ///< reason why it matches none, a sentence; NULL: unknown
	const char *near;	 ///< a description that matches, if it was misspelled; or NULL
	const char *elsewhere;	 ///< the equivalent in D, if it is of another tracer; or NULL
	const char *calls; ///< other calls of Linux that do what the system call does; or NULL
	struct dtrace_stability probes;	    ///< the weakest of its probes
	struct dtrace_stability statements; ///< the weakest of the names in its statements
	bool awaits_event;   ///< its probes, unlike those of profile, do not fire by themselves
	bool has_predicate;  ///< it has a predicate
	bool always_records; ///< each firing gives a record
};
/** Calls `fn` for each description, in the order of the program. Call after dtrace_check(). */
void dtrace_each_clause(struct dtrace *d, void (*fn)(void *arg, const struct dtrace_clause *c),
			void *arg);

/** A place that a description matches but that cannot be probed. */
struct dtrace_skip {
	size_t size;	      ///< sizeof(struct dtrace_skip) of the library
	const char *provider; ///< provider
	const char *module;   ///< module
	const char *function; ///< function
	const char *name;     ///< name
	uint32_t offset;      ///< in the function
	const char *why;      ///< as part of a sentence
	size_t n_places;      ///< 1, or the places of the probe, if this one costs all of them
	bool is_unserved;     ///< it exists, but nothing fires there: its firings are lost
};
/** Calls `fn` for each skipped place, sorted by its names. Call after dtrace_check(),
 * dtrace_each_probe() or dtrace_go(), which find more of them. */
void dtrace_each_skip(struct dtrace *d, void (*fn)(void *arg, const struct dtrace_skip *s),
		      void *arg);

/** A link of the kernel that a dtrace process holds now, or one of its places in a file; or the
 * places that a dtrace process has patched inside of a process. */
struct dtrace_live {
	size_t size;	       ///< sizeof(struct dtrace_live) of the library
	pid_t tracer;	       ///< 0: unknown
	pid_t process;	       ///< 0: all
	bool is_of_process;    ///< in programs and libraries, not in the kernel
	const char *provider;  ///< "syscall", "pid123"
	const char *mechanism; ///< "raw tracepoint", "uprobe" …
	const char *path;      ///< of the file, or name of the tracepoint; "" if unknown
	size_t n_places;       ///< in the file; 0: unknown
	uint64_t file_offset;  ///< of a place, in the file
	const char *module;    ///< module
	const char *function;  ///< of a place; "" if unknown
	uint64_t offset;       ///< of a place, in the function or, if that is unknown, the module
	/** Patched places that no dtrace process serves any more. If its dtrace was killed, the
	 * user's next dtrace_go() restores them. */
	bool is_left;
	/** A process that was traced with its children, of which this is one; 0: none. If its
	 * places are left, a dtrace_go() that traces the process restores them. */
	pid_t inherited_from;
};
/** Calls `fn` for each process with patched places and for each link of any dtrace process on this
 * machine or, with `by_place`, for each place of the links. Without root, calls it only for patched
 * processes that this user may trace, then fails with DTRACE_ERROR_PRIVILEGE. `fn` may use any
 * session. */
struct dtrace_error *
dtrace_each_live(bool by_place, void (*fn)(void *arg, const struct dtrace_live *l), void *arg);

/** Numbers about the tracing. All are 0 before dtrace_go(). */
struct dtrace_statistics {
	size_t size;			///< in: sizeof(struct dtrace_statistics)
	bool has_recorded;		///< a record, or a value of an aggregation
	const char *hint;		///< reason why probes may be missing, a sentence; or NULL
	unsigned n_cpus;		///< that have buffers
	uint64_t buffer_bytes;		///< kernel memory of the buffers
	uint64_t state_bytes;		///< kernel memory of variables
	uint64_t max_aggregation_bytes; ///< kernel memory of aggregations, at most
	// user stacks that programs unwind by tables
	bool unwinds;		       ///< else the numbers are 0
	uint64_t whole_stacks;	       ///< complete
	uint64_t limited_stacks;       ///< of the requested length
	uint64_t stacks_without_table; ///< cut in a file whose table was missing
	uint64_t stacks_without_rule;  ///< cut in code without a table
	uint64_t foreign_stacks;       ///< of unknown processes
	uint64_t table_bytes;	       ///< of the tables
	size_t n_tables;	       ///< one for each file
	// losses and delay
	uint64_t errors;	 ///< faults
	uint64_t missed_firings; ///< that the kernel skipped
	uint64_t lag;		 ///< age of the oldest waiting record, ns since it was found
};
/** Writes the numbers; the hint is constant. */
void dtrace_statistics(struct dtrace *d, struct dtrace_statistics *ret);

/** @} */
/** @defgroup language_as_data The language as data
 * @{ */

/** The kinds of topics. */
enum dtrace_topic_kind {
	DTRACE_TOPIC_PROVIDER,
	DTRACE_TOPIC_VARIABLE,
	DTRACE_TOPIC_SUBROUTINE,
	DTRACE_TOPIC_ACTION,
	DTRACE_TOPIC_AGGREGATION,
	DTRACE_TOPIC_CONVERSION, ///< of printf()
	DTRACE_TOPIC_PROBE,	 ///< of a provider in the D library
	DTRACE_TOPIC_OPTION,
	DTRACE_TOPIC_TAG,     ///< of a diagnostic
	DTRACE_TOPIC_SCRIPT,  ///< of the examples
	DTRACE_TOPIC_LINE,    ///< a one-liner: its name is a question
	DTRACE_TOPIC_SECTION, ///< of the guide
	DTRACE_TOPIC_WORD,    ///< of another tracer: the sentence has the equivalent in D
};

/** Something with a name and a sentence. Strings are constant, except `range`. */
struct dtrace_topic {
	size_t size;		     ///< sizeof(struct dtrace_topic) of the library
	enum dtrace_topic_kind kind; ///< kind
	const char *group;	     ///< kind, in the plural
	const char *noun;	     ///< "options", "option"
	const char *name;	     ///< name
	const char *doc;	     ///< one or more sentences; "" of a line
	const char *form;	     ///< prototype, arguments, or default; NULL: none
	const char *example;	     ///< a complete program or command; NULL: none
	const char *more;	     ///< of a script or line: more words about it; or NULL
	const char *file;	     ///< of a section: the chapter; else NULL
	const char *value; ///< of an option: "size" …; NULL: of another DTrace, without effect here
	const char *range; ///< of an option: "1m to 2g"; or NULL. Lives until the function returns.
	bool is_refused;   ///< setting this option is an error
};
/** Calls `fn` for each topic: kind by kind, in the order of the tables. Several may have the same
 * name. */
void dtrace_each_topic(void (*fn)(void *arg, const struct dtrace_topic *t), void *arg);

/** A definition of the D library. */
struct dtrace_definition {
	size_t size;	  ///< sizeof(struct dtrace_definition) of the library
	const char *name; ///< name
	const char *type; ///< of a type: its name for dtrace_find_type(); of a variable NULL
	const char *text; ///< the declaring line; of a type, the type behind it
	const char *doc;  ///< the comment above it; NULL: none
	const char *file; ///< where a variable is declared; of a type NULL
	unsigned line;	  ///< line in the file, from 1
};
/** Calls `fn` for the definition with this name, or those that a pattern matches. A pattern does
 * not match names that are internal to the library. */
void dtrace_each_definition(struct dtrace *d, const char *pattern,
			    void (*fn)(void *arg, const struct dtrace_definition *f), void *arg);

/** The kinds of types. */
enum dtrace_type_kind {
	DTRACE_TYPE_OTHER,
	DTRACE_TYPE_STRUCT,
	DTRACE_TYPE_UNION,
	DTRACE_TYPE_ENUM,
};

/** A type. The strings live as long as the session. */
struct dtrace_type {
	size_t size;		    ///< in: sizeof(struct dtrace_type)
	const char *name;	    ///< as D writes it
	const char *definition;	    ///< of a typedef: the type behind all typedefs; else as `name`
	enum dtrace_type_kind kind; ///< kind
	uint64_t bytes;		    ///< size of a value
};
/** Describes the type with this name: "struct list_head", "pid_t". Looks in the D library, the
 * kernel and the first target. Returns false if there is none. */
bool dtrace_find_type(struct dtrace *d, const char *name, struct dtrace_type *ret);

/** A member of a struct or union, or an enumerator. The strings live as long as the session. */
struct dtrace_member {
	size_t size;		    ///< sizeof(struct dtrace_member) of the library
	const char *name;	    ///< "" if it is anonymous
	const char *type;	    ///< "" of an enumerator
	const char *doc;	    ///< the comment after its declaration in D; NULL: none
	enum dtrace_type_kind kind; ///< of its type
	unsigned depth;		    ///< number of anonymous structs and unions around it
	bool is_open;		    ///< anonymous: its members follow, one deeper
	uint64_t bit_offset;	    ///< from the beginning of the type
	unsigned bit_width;	    ///< 0: not a bit-field
	uint64_t bytes;		    ///< of its type
	int64_t value;		    ///< of an enumerator
};
/** Calls `fn` for each member of the type. Returns false if there is no such type. */
bool dtrace_each_member(struct dtrace *d, const char *name,
			void (*fn)(void *arg, const struct dtrace_member *m), void *arg);

/** @} */
/** @defgroup machine_as_data The machine as data
 * @{ */

/** Calls `fn` for each fact that a bug report needs: the kernel, the processor, lockdown,
 * privileges, the kernel's tracing features, and the mechanism of each provider or the reason why
 * it is unavailable. New names may be added. */
void dtrace_each_fact(void (*fn)(void *arg, const char *name, const char *value), void *arg);

/** @} */
#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif

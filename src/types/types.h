/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * D's type universe: what a C or D type is, its layout, and the operations that need nothing else.
 *
 * Types are immutable once complete, live in the arena of their universe, and structurally equal
 * basic types are the same object. Sizes are bytes, bit-field positions bits, LP64 throughout.
 */
#ifndef DT_TYPES_TYPES_H
#define DT_TYPES_TYPES_H

#include "base/mem.h"
#include "base/str.h"

#include <stdbool.h>
#include <stdint.h>

enum dt_type_kind {
	DT_TYPE_POISON, // of an expression that already got its diagnostic; silences follow-ups
	DT_TYPE_VOID,
	DT_TYPE_INT, // char, _Bool and the integers
	DT_TYPE_FLOAT,
	DT_TYPE_ENUM,
	DT_TYPE_POINTER,
	DT_TYPE_ARRAY,
	DT_TYPE_STRUCT,
	DT_TYPE_UNION,
	DT_TYPE_FORWARD, // struct, union or enum without a definition
	DT_TYPE_TYPEDEF,
	DT_TYPE_QUALIFIED, // const, volatile, restrict or userland on top of `ref`
	DT_TYPE_FUNCTION,
	DT_TYPE_STRING,	 // D's string: an array of strsize chars with value semantics
	DT_TYPE_DYNAMIC, // <DYN>: an associative array before it is indexed, an aggregation
	DT_TYPE_STACK,	 // stack(), ustack()
	DT_TYPE_SYMADDR, // sym(), func(), mod()
	DT_TYPE_USYMADDR,
};

enum dt_type_qualifier {
	DT_QUAL_CONST = 1,
	DT_QUAL_VOLATILE = 2,
	DT_QUAL_RESTRICT = 4,
	DT_QUAL_USERLAND = 8, // what a pointer to it holds is an address of the process
	DT_QUAL_PERCPU = 16, // what a pointer to it holds is no address, but an offset for each CPU
};

struct dt_member {
	const char *name; // interned; NULL for an anonymous struct or union member
	const struct dt_type *type;
	uint64_t bit_offset; // from the start of the struct
	unsigned bit_width;  // 0 = not a bit-field
	const char *doc;     // what the comment behind its declaration in D says, or NULL
};

struct dt_enumerator {
	const char *name;
	int64_t value;
};

struct dt_type {
	enum dt_type_kind kind;
	const char *name; // interned; tag, typedef name, "unsigned int"; NULL if anonymous
	uint64_t size;	  // bytes; 0 for void, functions and incomplete types
	unsigned align;
	union {
		struct { // INT, ENUM
			unsigned bits;
			bool is_signed, is_char, is_bool;
			const struct dt_enumerator *enumerators; // ENUM
			size_t n_enumerators;
		};
		struct { // POINTER, TYPEDEF, QUALIFIED, ARRAY
			const struct dt_type *ref;
			uint64_t nelems; // ARRAY; 0 = flexible
			unsigned quals;	 // QUALIFIED: enum dt_type_qualifier
		};
		struct { // STRUCT, UNION; FORWARD uses forward_kind
			const struct dt_member *members;
			size_t n_members;
			enum dt_type_kind forward_kind;
			bool is_open; // FORWARD: the program defines it; no source's stands for it
			const char *container; // where it was found: "C", "D", "vmlinux", a module
			// FORWARD of a source that defines it: dt_type_resolve() completes it in
			// place. Its size and name are known before.
			const struct dt_type_source *lazy;
			uint32_t lazy_id; // the source's own
		};
		struct { // FUNCTION
			const struct dt_type *ret;
			const struct dt_type *const *params;
			size_t n_params;
			bool varargs;
		};
	};
};

/** All types of one compilation. Scopes: D's own declarations shadow what a source provides. */
struct dt_universe;

/**
 * Where types come from that the program does not declare: BTF of the kernel, DWARF of a process.
 * To add a source: 1. implement the callbacks; 2. pass it to dt_universe_add_source().
 */
struct dt_type_source {
	void *self;
	/** "struct task_struct", "pid_t", "enum x"; NULL if the source has none of that name. */
	const struct dt_type *(*lookup)(void *self, struct dt_universe *u, enum dt_type_kind kind,
					const char *name);
	/** The enum that defines the enumerator; *value is set. NULL if none. */
	const struct dt_type *(*enumerator)(void *self, struct dt_universe *u, const char *name,
					    int64_t *value);
	/** The type of a variable, DT_QUAL_PERCPU on top if each CPU has one. `module` "" = any.
	 *  NULL if it is not known; the callback may be NULL. */
	const struct dt_type *(*variable)(void *self, struct dt_universe *u, const char *module,
					  const char *name);
	/** The type of a function, DT_TYPE_FUNCTION. The rest as above. */
	const struct dt_type *(*function)(void *self, struct dt_universe *u, const char *module,
					  const char *name);
	/** Fill a type that is `lazy`; NULL if the source makes none. It must become a STRUCT or a
	 *  UNION, or stay a FORWARD that is not lazy. */
	void (*complete)(void *self, struct dt_type *t);
};

/** The universe allocates from `a` and interns in `names`; both outlive it. */
struct dt_universe *dt_universe_create(struct dt_arena *a, struct dt_intern *names, size_t strsize);
void dt_universe_destroy(struct dt_universe *u);
/** Change sizeof(string): an option pragma in the text. */
void dt_universe_set_strsize(struct dt_universe *u, size_t strsize);
void dt_universe_add_source(struct dt_universe *u, const struct dt_type_source *src);

/** Basic types; never NULL. */
enum dt_basic {
	DT_VOID,
	DT_BOOL,
	DT_CHAR,
	DT_SCHAR,
	DT_UCHAR,
	DT_SHORT,
	DT_USHORT,
	DT_INT,
	DT_UINT,
	DT_LONG,
	DT_ULONG,
	DT_LLONG,
	DT_ULLONG,
	DT_FLOAT,
	DT_DOUBLE,
	DT_LDOUBLE,
	DT_STRING,
	DT_DYN,
	DT_STACK,
	DT_SYMADDR,
	DT_USYMADDR,
	DT_POISON,
	DT_INT8,
	DT_INT16,
	DT_INT32,
	DT_INT64,
	DT_UINT8,
	DT_UINT16,
	DT_UINT32,
	DT_UINT64,
	DT_N_BASIC
};
const struct dt_type *dt_type_basic(const struct dt_universe *u, enum dt_basic which);
/** For sources: the basic type for an integer that a compiler describes by its size in bytes, sign
 *  and name. Of other sizes, an array that is as large. */
const struct dt_type *dt_type_integer(struct dt_universe *u, uint64_t size, bool is_signed,
				      const char *name);

const struct dt_type *dt_type_pointer(struct dt_universe *u, const struct dt_type *to);
/** One of four bytes, as 32-bit programs store them. */
const struct dt_type *dt_type_narrow_pointer(struct dt_universe *u, const struct dt_type *to);
const struct dt_type *dt_type_array(struct dt_universe *u, const struct dt_type *of, uint64_t n);
const struct dt_type *dt_type_qualified(struct dt_universe *u, const struct dt_type *t, unsigned q);
const struct dt_type *dt_type_function(struct dt_universe *u, const struct dt_type *ret,
				       const struct dt_type *const *params, size_t n, bool varargs);
/** Declarations. NULL if the name is already taken by a different type (D_DECL_TYPERED). */
const struct dt_type *dt_type_typedef(struct dt_universe *u, const char *name,
				      const struct dt_type *t);
/** An incomplete struct, union or enum of the tag (NULL = anonymous); completed by the calls below.
 *  Returns the existing one if the tag of that kind is already known in D's own scope. */
struct dt_type *dt_type_tag(struct dt_universe *u, enum dt_type_kind kind, const char *tag);
/** Lay the members out as gcc does on 64-bit machines; bit_width in, bit_offset out. */
void dt_type_complete_sou(struct dt_universe *u, struct dt_type *t, struct dt_member *m, size_t n);
void dt_type_complete_enum(struct dt_universe *u, struct dt_type *t, struct dt_enumerator *e,
			   size_t n);

/** Look up a type by C or D name: kind STRUCT/UNION/ENUM for tags, TYPEDEF for plain names (which
 *  finds basic types too: "int", "uint64_t", "string"). NULL if unknown. */
const struct dt_type *dt_type_lookup(struct dt_universe *u, enum dt_type_kind kind,
				     const char *name);
/** The same of the sources alone: the kernel's, whatever the program declares. */
const struct dt_type *dt_type_lookup_source(struct dt_universe *u, enum dt_type_kind kind,
					    const char *name);
/** An enumerator of any known enum. */
const struct dt_type *dt_type_enumerator(struct dt_universe *u, const char *name, int64_t *value);
/** The same, of the enums that the program declares: no source is asked. */
const struct dt_type *dt_type_own_enumerator(struct dt_universe *u, const char *name,
					     int64_t *value);
/** The type of a variable that a source knows; NULL if none does. */
const struct dt_type *dt_type_variable(struct dt_universe *u, const char *module, const char *name);
/** The type of a function that a source knows; NULL if none does. */
const struct dt_type *dt_type_of_function(struct dt_universe *u, const char *module,
					  const char *name);

/** For sources: a type to be filled in, size 0 and align 1; memory and names as long-lived as it.
 */
struct dt_type *dt_type_create(struct dt_universe *u, enum dt_type_kind kind, const char *name);
void *dt_type_memory(struct dt_universe *u, size_t size);
const char *dt_type_intern(struct dt_universe *u, const char *name);

/** Strip typedefs and qualifiers; completes what a source defines only when it is needed. */
const struct dt_type *dt_type_resolve(const struct dt_type *t);
bool dt_type_is_integer(const struct dt_type *t); // int and enum
bool dt_type_is_scalar(const struct dt_type *t);  // integer or pointer
bool dt_type_is_pointer(const struct dt_type *t); // pointer or array
bool dt_type_is_string(const struct dt_type *t);  // D's string
/** string, char * or char[]: what converts to a string. */
bool dt_type_is_stringlike(const struct dt_type *t);
bool dt_type_is_sou(const struct dt_type *t);
bool dt_type_is_signed(const struct dt_type *t); // false for pointers
bool dt_type_equal(const struct dt_type *a,
		   const struct dt_type *b); // ignoring typedef and qualifiers
/** The value converted to the type: cut to its width and extended by its sign; of a pointer, or
 *  what is no scalar, as it is. */
uint64_t dt_type_cut(const struct dt_type *type, uint64_t value);
/** C's usual arithmetic conversions over two integer types. */
const struct dt_type *dt_type_arith(struct dt_universe *u, const struct dt_type *a,
				    const struct dt_type *b);
/** Find a member, through anonymous ones; *bit_offset is from the start of `t`. NULL if absent. */
const struct dt_member *dt_type_member(const struct dt_type *t, const char *name,
				       uint64_t *bit_offset);

/** Spell the type as C does: "struct foo *", "int [4]". */
void dt_type_print(struct dt_str *out, const struct dt_type *t);
/** The same in arena memory. */
const char *dt_type_name(struct dt_arena *a, const struct dt_type *t);

#endif

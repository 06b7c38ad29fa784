/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * D's type universe: C and D types, their layout, and operations on them.
 *
 * Types are immutable once complete and live in the arena of their universe. Each basic type is one
 * object. Sizes are in bytes, positions of bit-fields in bits; the data model is LP64.
 */
#ifndef DT_TYPES_TYPES_H
#define DT_TYPES_TYPES_H

#include "base/mem.h"
#include "base/str.h"

#include <stdbool.h>
#include <stdint.h>

enum dt_type_kind {
	DT_TYPE_POISON, // type of an expression with an error; suppresses further diagnostics
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
	DT_QUAL_USERLAND = 8, // a pointer to it is a user address
	DT_QUAL_PERCPU = 16,  // a pointer to it is a per-CPU offset, not an address
};

struct dt_member {
	const char *name; // interned; NULL for an anonymous struct or union member
	const struct dt_type *type;
	uint64_t bit_offset; // from the start of the struct
	unsigned bit_width;  // 0: not a bit-field
	const char *doc;     // the comment after its declaration in D, or NULL
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
			bool is_open; // FORWARD: the program will define it; ignore the sources
			const char *container; // origin: "C", "D", "vmlinux" or a module
			// FORWARD that a source defines: dt_type_resolve() completes it in place.
			// Its size and name are already valid.
			const struct dt_type_source *lazy;
			uint32_t lazy_id; // id within the source
		};
		struct { // FUNCTION
			const struct dt_type *ret;
			const struct dt_type *const *params;
			size_t n_params;
			bool varargs;
		};
	};
};

/** All types of one compilation. D declarations shadow types of sources. */
struct dt_universe;

/**
 * A source of types that the program does not declare: the kernel's BTF, the DWARF of a program.
 * To add a source: 1. implement the callbacks; 2. pass it to dt_universe_add_source().
 */
struct dt_type_source {
	void *self;
	/** Looks up "struct task_struct", "pid_t", "enum x". Returns NULL if it is unknown. */
	const struct dt_type *(*lookup)(void *self, struct dt_universe *u, enum dt_type_kind kind,
					const char *name);
	/** Returns the enum that defines the enumerator, and its value in *value, or NULL. */
	const struct dt_type *(*enumerator)(void *self, struct dt_universe *u, const char *name,
					    int64_t *value);
	/** Returns the type of a variable, with DT_QUAL_PERCPU if it is a per-CPU variable, or NULL
	 *  if it is unknown. `module` "" means any. The callback may be NULL. */
	const struct dt_type *(*variable)(void *self, struct dt_universe *u, const char *module,
					  const char *name);
	/** Returns the type of a function, a DT_TYPE_FUNCTION. Otherwise as `variable`. */
	const struct dt_type *(*function)(void *self, struct dt_universe *u, const char *module,
					  const char *name);
	/** Completes a lazy type. NULL if the source creates none. The type must become a STRUCT or
	 *  UNION, or remain a FORWARD that is no longer lazy. */
	void (*complete)(void *self, struct dt_type *t);
};

/** Creates a universe that allocates from `a` and interns in `names`; both must outlive it. */
struct dt_universe *dt_universe_create(struct dt_arena *a, struct dt_intern *names, size_t strsize);
void dt_universe_destroy(struct dt_universe *u);
/** Changes sizeof(string), after an option pragma in the text. */
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
 *  and name. For a size without a basic type, an array of that size. */
const struct dt_type *dt_type_integer(struct dt_universe *u, uint64_t size, bool is_signed,
				      const char *name);

const struct dt_type *dt_type_pointer(struct dt_universe *u, const struct dt_type *to);
/** Returns a pointer type of four bytes, as in 32-bit programs. */
const struct dt_type *dt_type_narrow_pointer(struct dt_universe *u, const struct dt_type *to);
const struct dt_type *dt_type_array(struct dt_universe *u, const struct dt_type *of, uint64_t n);
const struct dt_type *dt_type_qualified(struct dt_universe *u, const struct dt_type *t, unsigned q);
const struct dt_type *dt_type_function(struct dt_universe *u, const struct dt_type *ret,
				       const struct dt_type *const *params, size_t n, bool varargs);
/** Declares a typedef. Returns NULL if the name already has a different type (D_DECL_TYPERED). */
const struct dt_type *dt_type_typedef(struct dt_universe *u, const char *name,
				      const struct dt_type *t);
/** Returns an incomplete struct, union or enum with this tag (NULL: anonymous), or the existing one
 *  if D has already declared a tag of this kind. The functions below complete it. */
struct dt_type *dt_type_tag(struct dt_universe *u, enum dt_type_kind kind, const char *tag);
/** Lays out the members like gcc on 64-bit machines: reads bit_width and sets bit_offset. */
void dt_type_complete_sou(struct dt_universe *u, struct dt_type *t, struct dt_member *m, size_t n);
void dt_type_complete_enum(struct dt_universe *u, struct dt_type *t, struct dt_enumerator *e,
			   size_t n);

/** Looks up a type by its C or D name: kind STRUCT, UNION or ENUM for tags, TYPEDEF for plain names
 *  including basic types ("int", "uint64_t", "string"). Returns NULL if it is unknown. */
const struct dt_type *dt_type_lookup(struct dt_universe *u, enum dt_type_kind kind,
				     const char *name);
/** The same in the sources only, ignoring declarations of the program. */
const struct dt_type *dt_type_lookup_source(struct dt_universe *u, enum dt_type_kind kind,
					    const char *name);
/** Looks up an enumerator of any enum. */
const struct dt_type *dt_type_enumerator(struct dt_universe *u, const char *name, int64_t *value);
/** The same in the enums of the program only. */
const struct dt_type *dt_type_own_enumerator(struct dt_universe *u, const char *name,
					     int64_t *value);
/** Looks up the type of a variable in the sources. Returns NULL if it is unknown. */
const struct dt_type *dt_type_variable(struct dt_universe *u, const char *module, const char *name);
/** Looks up the type of a function in the sources. Returns NULL if it is unknown. */
const struct dt_type *dt_type_of_function(struct dt_universe *u, const char *module,
					  const char *name);

/** For sources: creates a type to be filled in, with size 0 and align 1. Its names and arrays must
 *  live as long as the type. */
struct dt_type *dt_type_create(struct dt_universe *u, enum dt_type_kind kind, const char *name);
void *dt_type_memory(struct dt_universe *u, size_t size);
const char *dt_type_intern(struct dt_universe *u, const char *name);

/** Strips typedefs and qualifiers, and completes a lazy type. */
const struct dt_type *dt_type_resolve(const struct dt_type *t);
bool dt_type_is_integer(const struct dt_type *t); // int and enum
bool dt_type_is_scalar(const struct dt_type *t);  // integer or pointer
bool dt_type_is_float(
    const struct dt_type *t); // float and double; D has no values of type long double
bool dt_type_is_pointer(const struct dt_type *t); // pointer or array
bool dt_type_is_string(const struct dt_type *t);  // D's string
/** Reports whether the type converts to a string: string, char * or char[]. */
bool dt_type_is_stringlike(const struct dt_type *t);
bool dt_type_is_sou(const struct dt_type *t);
bool dt_type_is_signed(const struct dt_type *t); // false for pointers
bool dt_type_equal(const struct dt_type *a,
		   const struct dt_type *b); // ignoring typedef and qualifiers
/** Converts a value to an integer type: truncates it to the type's width and extends its sign.
 * Other types leave it unchanged. */
uint64_t dt_type_cut(const struct dt_type *type, uint64_t value);
/** Returns the result of C's usual arithmetic conversions of two integer types. */
const struct dt_type *dt_type_arith(struct dt_universe *u, const struct dt_type *a,
				    const struct dt_type *b);
/** Finds a member, also in anonymous members. Writes its offset from the start of `t` to
 *  *bit_offset. Returns NULL if it does not exist. */
const struct dt_member *dt_type_member(const struct dt_type *t, const char *name,
				       uint64_t *bit_offset);

/** Prints the type in C's syntax: "struct foo *", "int [4]". */
void dt_type_print(struct dt_str *out, const struct dt_type *t);
/** Returns the same in arena memory. */
const char *dt_type_name(struct dt_arena *a, const struct dt_type *t);

#endif

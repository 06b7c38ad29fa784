/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Internals of the reader of debug information:
 *
 *	source.c   look-ups          index.c  entries by name
 *	type.c     types of entries
 *	members.c  members of structs and unions
 *	function.c arguments and results of functions
 *	location.c locations of arguments at a function's first instruction
 */
#ifndef DT_TYPES_DWARF_INTERNAL_H
#define DT_TYPES_DWARF_INTERNAL_H

#include "base/map.h"
#include "base/vec.h"
#include "types/dwarf/source.h"

#include <elfutils/libdw.h>

enum { DT_DWARF_DEPTH = 64 }; // of nested entries

struct dt_dwarf_source {
	struct dt_type_source types;
	struct dt_universe *u;
	Dwarf *dwarf;
	const char *container;
	struct dt_convention calls;
	struct dt_map made;	// by the entry's address: struct dt_type
	dt_vec(Dwarf_Die) lazy; // types without their members yet, by lazy_id
	bool has_index;
	struct dt_map index; // "s name" to position in `named`, + 1
	dt_vec(Dwarf_Die) named;
	unsigned depth;
};

/** Returns the type of an entry, which the first call creates. */
const struct dt_type *dt_dwarf_type(struct dt_dwarf_source *s, Dwarf_Die *die);
/** Returns the type of an entry's DW_AT_type, or void if it has none. */
const struct dt_type *dt_dwarf_type_of(struct dt_dwarf_source *s, Dwarf_Die *die);
/** Implements dt_type_source.complete. */
void dt_dwarf_complete(void *self, struct dt_type *t);
/** Reads a numeric attribute. Returns false if there is none. */
bool dt_dwarf_number(Dwarf_Die *die, unsigned attribute, uint64_t *ret);
/** Reports whether the entry is only a declaration. */
bool dt_dwarf_is_declaration(Dwarf_Die *die);
/** Returns the definition of a struct, union, class, enum or typedef, or NULL. */
Dwarf_Die *dt_dwarf_named(struct dt_dwarf_source *s, enum dt_type_kind kind, const char *name);
/** Returns the enum that defines the enumerator, or NULL. */
Dwarf_Die *dt_dwarf_enumerator(struct dt_dwarf_source *s, const char *name);

/** Knowledge of an argument's location at the first instruction of its function. */
enum dt_dwarf_location_kind {
	DT_DWARF_UNSTATED, // not stated: the convention decides
	DT_DWARF_MOVED,	   // stated for later instructions only: the convention decides, if the
			   // function keeps to one
	DT_DWARF_RAW,	   // raw argument `raw`
	DT_DWARF_ABSENT,   // none: the value is constant, split into parts, or not described
};

struct dt_dwarf_location {
	enum dt_dwarf_location_kind kind;
	unsigned raw;
};

/** Returns the location of a parameter of the function that begins at the address. */
struct dt_dwarf_location dt_dwarf_location_of(const struct dt_dwarf_source *s, Dwarf_Die *function,
					      Dwarf_Die *die, uint64_t addr);

#endif

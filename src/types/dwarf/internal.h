/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Inside the reader of debug information:
 *
 *	source.c   look-ups          index.c  entries by name
 *	type.c     types of entries
 *	members.c  members of structs and unions
 *	function.c what functions take and give
 *	location.c where an argument is when its function begins
 */
#ifndef DT_TYPES_DWARF_INTERNAL_H
#define DT_TYPES_DWARF_INTERNAL_H

#include "base/map.h"
#include "base/vec.h"
#include "types/dwarf/source.h"

#include <elfutils/libdw.h>

enum { DT_DWARF_DEPTH = 64 }; // of entries in entries

struct dt_dwarf_source {
	struct dt_type_source types;
	struct dt_universe *u;
	Dwarf *dwarf;
	const char *container;
	struct dt_convention calls;
	struct dt_map made;	// by the entry's address: struct dt_type
	dt_vec(Dwarf_Die) lazy; // of types without their members, by lazy_id
	bool has_index;
	struct dt_map index; // "s name": position in `named`, + 1
	dt_vec(Dwarf_Die) named;
	unsigned depth;
};

/** The type of an entry, made on first use. */
const struct dt_type *dt_dwarf_type(struct dt_dwarf_source *s, Dwarf_Die *die);
/** The type that an entry's DW_AT_type names, void if it has none. */
const struct dt_type *dt_dwarf_type_of(struct dt_dwarf_source *s, Dwarf_Die *die);
/** dt_type_source.complete */
void dt_dwarf_complete(void *self, struct dt_type *t);
/** An attribute that is a number; false: there is none. */
bool dt_dwarf_number(Dwarf_Die *die, unsigned attribute, uint64_t *ret);
/** Is the entry's definition another one? */
bool dt_dwarf_is_declaration(Dwarf_Die *die);
/** The definition of a struct, union, class, enum or typedef; NULL: none. */
Dwarf_Die *dt_dwarf_named(struct dt_dwarf_source *s, enum dt_type_kind kind, const char *name);
/** The enum that defines the enumerator; NULL: none. */
Dwarf_Die *dt_dwarf_enumerator(struct dt_dwarf_source *s, const char *name);

/** What is known of where an argument is at the first instruction of its function. */
enum dt_dwarf_place_kind {
	DT_DWARF_UNTOLD, // where the convention has it
	DT_DWARF_MOVED,	 // likewise, if the function keeps to one: it is told for later
	DT_DWARF_PLACED, // raw argument `raw`
	DT_DWARF_ABSENT, // nowhere: the compiler knows the value, has taken it apart, or does not
			 // say
};

struct dt_dwarf_place {
	enum dt_dwarf_place_kind kind;
	unsigned raw;
};

/** Of a parameter of the function that begins at the address. */
struct dt_dwarf_place dt_dwarf_place_of(const struct dt_dwarf_source *s, Dwarf_Die *function,
					Dwarf_Die *die, uint64_t addr);

#endif

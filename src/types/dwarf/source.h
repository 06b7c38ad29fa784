/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The types of a program from its debug information (DWARF). Its pointers point to the memory of
 * the process. Nothing is read before the first query.
 */
#ifndef DT_TYPES_DWARF_SOURCE_H
#define DT_TYPES_DWARF_SOURCE_H

#include "types/convention.h"
#include "types/types.h"

struct dt_dwarf_source;

/** Creates a source for a universe from a Dwarf * of libdw, which must stay open as long.
 *  `container` is the source's name, `calls` the calling convention of its functions. */
struct dt_dwarf_source *dt_dwarf_source_create(struct dt_universe *u, void *dwarf,
					       const char *container,
					       const struct dt_convention *calls);
void dt_dwarf_source_destroy(struct dt_dwarf_source *s);
/** Returns the argument for dt_universe_add_source(), which lives as long as `s`. */
const struct dt_type_source *dt_dwarf_source_types(const struct dt_dwarf_source *s);

/** The reason in `why` for values in floating-point registers. */
extern const char dt_dwarf_why_float[];

/** The arguments and the result of a function. */
struct dt_dwarf_function {
	const struct dt_type *const *args; // of the universe; NULL entries: unavailable
	const uint8_t *raw;		   // raw number of argument i, see types/convention.h
	const char *const *names;	   // NULL entries: no name; valid as long as `s`
	size_t n_args;
	bool omits_blank; // parameters without a name, before or between these, are not in `args`
	const char *const *why;	      // reason why argument i is unavailable, or NULL
	const struct dt_type *result; // NULL: unavailable; void is a type
	const char *why_result;	      // the reason, or NULL
};

/** Describes the function that begins at a virtual address of the file. Returns false if nothing is
 *  known of it. */
bool dt_dwarf_function(struct dt_dwarf_source *s, uint64_t addr, struct dt_dwarf_function *ret);

#endif

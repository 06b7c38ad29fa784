/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The types of a program by its debug information (DWARF). What its pointers point to is the
 * process's memory. Nothing is read before the first question.
 */
#ifndef DT_TYPES_DWARF_SOURCE_H
#define DT_TYPES_DWARF_SOURCE_H

#include "types/convention.h"
#include "types/types.h"

struct dt_dwarf_source;

/** Over a Dwarf * of libdw that stays open as long, for one universe. `container` is its name,
 *  `calls` the convention of its functions. */
struct dt_dwarf_source *dt_dwarf_source_create(struct dt_universe *u, void *dwarf,
					       const char *container,
					       const struct dt_convention *calls);
void dt_dwarf_source_destroy(struct dt_dwarf_source *s);
/** For dt_universe_add_source(); lives as long as `s`. */
const struct dt_type_source *dt_dwarf_source_types(const struct dt_dwarf_source *s);

/** The reason, below, of floating-point numbers in registers of their own. */
extern const char dt_dwarf_why_float[];

/** What a function takes and gives. */
struct dt_dwarf_function {
	const struct dt_type *const *args; // of the universe; NULL entries: not to be had
	const uint8_t *raw;		   // the number of argument i, as in types/convention.h
	const char *const *names;	   // NULL entries: it has none; they live as long as `s`
	size_t n_args;
	bool omits_blank; // parameters without a name, before or between these, are not in `args`
	const char *const *why;	      // of argument i that is not to be had: the reason, or NULL
	const struct dt_type *result; // NULL: not to be had; void is a type
	const char *why_result;	      // the reason, or NULL
};

/** The function that begins at an address of the file's own; false: nothing is known of it. */
bool dt_dwarf_function(struct dt_dwarf_source *s, uint64_t addr, struct dt_dwarf_function *ret);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Types whose values have names: open_flags_t, signal_t … Each is a typedef of an integer that
 * every universe has.
 *
 * To add one: a line in named.def, and its header in named.c.
 */
#ifndef DT_TYPES_NAMED_H
#define DT_TYPES_NAMED_H

#include "base/str.h"
#include "types/types.h"

/** A name is part of a value v if (v & mask) == value. */
struct dt_named_value {
	const char *name;
	uint64_t mask, value;
};

struct dt_named_type {
	const char *name;
	enum dt_basic basic;
	unsigned base;			     // in which the rest of a value is written: 8, 10 or 16
	const struct dt_named_value *values; // ends with a NULL name
};

extern const struct dt_named_type dt_named_types[];
extern const size_t dt_named_type_count;

/** Returns the named type that t is or is a typedef of, or NULL. */
const struct dt_named_type *dt_named_type(const struct dt_type *t);

/** Appends v as a value of the type: O_RDONLY|O_CLOEXEC, or a number. */
void dt_named_append(struct dt_str *out, const struct dt_named_type *n, int64_t v);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * An address of a stack as data: function, position in the source, mapped file.
 */
#ifndef DT_CONSUME_VALUE_FRAME_H
#define DT_CONSUME_VALUE_FRAME_H

#include "consume/value/symbols.h"

/** A function at an address. The strings are never NULL; "" is unknown. */
struct dt_frame {
	struct dt_str function, linked; // for people, and as in the symbol table
	struct dt_str build_id;		// hexadecimal
	const char *module, *file;	// the others live until the next lookup
	const char *source;
	int line;
	bool is_inlined;
	uint64_t map_start, map_end, map_offset;
};

/** Describes function number i at an address: inlined functions from the innermost outwards, then
 *  the function that contains them. Returns false if there is no function with this number. `ret`
 *  may be used repeatedly. */
bool dt_frame_find(struct dt_symbols *s, int64_t pid, uint64_t addr, size_t i,
		   struct dt_frame *ret);
void dt_frame_deinit(struct dt_frame *f);

#endif

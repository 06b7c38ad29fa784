/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Source positions of an address: file, line, and the functions that the compiler has inlined
 * there.
 */
#ifndef DT_SYMBOLS_DEBUG_LINES_H
#define DT_SYMBOLS_DEBUG_LINES_H

#include "base/map.h"
#include "symbols/debug/info.h"

/** A function and its current line: that of the address, or that of the call of the previous
 * function. The texts live as long as the dt_lines. */
struct dt_line {
	const char *function; // linkage name or plain name; NULL: use the symbol table's name
	const char *file;     // last component of its path; NULL: unknown
	int line;
};

/** The lines of one file. A zeroed struct is empty. */
struct dt_lines {
	struct dt_debug_info info;
	struct dt_map known; // cache by address
};

void dt_lines_deinit(struct dt_lines *l);
/** Finds the lines of a virtual address of the file: inlined functions from the innermost outwards,
 *  and last the function that contains them. Returns their number, or 0 if unknown. */
size_t dt_lines_find(struct dt_lines *l, const struct dt_elf *e, uint64_t addr,
		     const struct dt_line **ret);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * What the source says of an address: its file and line, and the functions that the compiler has
 * put into the one that the symbol names.
 */
#ifndef DT_SYMBOLS_DEBUG_LINES_H
#define DT_SYMBOLS_DEBUG_LINES_H

#include "base/map.h"
#include "symbols/debug/info.h"

/** A function and where it was at the address: in the line itself, or in that of the call of the
 *  function before. Texts live as dt_lines. */
struct dt_line {
	const char *function; // linkage name, or plain; NULL: what the symbol table calls it
	const char *file;     // its last part; NULL: not known
	int line;
};

/** Of one file; a zeroed struct knows nothing. */
struct dt_lines {
	struct dt_debug_info info;
	struct dt_map known; // by address
};

void dt_lines_deinit(struct dt_lines *l);
/** The lines of an address of the file's own, inlined functions first, the innermost before its
 *  callers; the last one is the function that contains them. Returns their number, 0: not known. */
size_t dt_lines_find(struct dt_lines *l, const struct dt_elf *e, uint64_t addr,
		     const struct dt_line **ret);

#endif

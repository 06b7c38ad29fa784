/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The debug information (DWARF) of a file, from the file itself or its separate debug file.
 */
#ifndef DT_SYMBOLS_DEBUG_INFO_H
#define DT_SYMBOLS_DEBUG_INFO_H

#include "symbols/elf/elf.h"

/** A zeroed struct is closed. */
struct dt_debug_info {
	bool is_open; // opening was tried
	bool is_too_large;
	struct dt_elf *separate, *shared; // separate debug file; file of .gnu_debugaltlink
	void *elf, *dwarf;		  // Elf *, Dwarf *
	void *shared_elf, *shared_dwarf;
};

/** Opens the debug information on the first call and returns the Dwarf *, or NULL if there is none
 * or it is too large. `e` must live as long as `i`. */
void *dt_debug_info_open(struct dt_debug_info *i, const struct dt_elf *e);
void dt_debug_info_deinit(struct dt_debug_info *i);

#endif

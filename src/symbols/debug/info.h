/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The debug information (DWARF) of a file: its own, or that of its separate debug file.
 */
#ifndef DT_SYMBOLS_DEBUG_INFO_H
#define DT_SYMBOLS_DEBUG_INFO_H

#include "symbols/elf/elf.h"

/** A zeroed struct is closed. */
struct dt_debug_info {
	bool is_open; // was tried
	bool is_too_large;
	struct dt_elf *separate, *shared; // with another file (.gnu_debugaltlink)
	void *elf, *dwarf;		  // Elf *, Dwarf *
	void *shared_elf, *shared_dwarf;
};

/** Open it, once; NULL: there is none, or it is too large. `e` must live as long. */
void *dt_debug_info_open(struct dt_debug_info *i, const struct dt_elf *e);
void dt_debug_info_deinit(struct dt_debug_info *i);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Symbols of a stripped ELF file that are kept elsewhere: in a separate debug file, which is found
 * by build id or debug link, or compressed in .gnu_debugdata; and its own of .dynsym. libdwfl knows
 * the ways. The file's debug information by the same ways.
 */
#ifndef DT_SYMBOLS_ELF_SEPARATE_H
#define DT_SYMBOLS_ELF_SEPARATE_H

#include <gelf.h>

/** Owns what was found. NULL: nothing. The descriptor stays the caller's. */
void *dt_separate_open(int fd);
void dt_separate_close(void *separate); // NULL is fine
/** Call for every symbol, with addresses as the file itself counts; names live as `separate`. */
void dt_separate_symbols(void *separate,
			 void (*add)(void *self, const GElf_Sym *s, const char *name), void *self);
/** Its debug information (Dwarf *), or NULL. */
void *dt_separate_dwarf(void *separate);

#endif

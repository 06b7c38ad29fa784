/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Finds the stripped parts of an ELF file: in a separate debug file, found by build id or debug
 * link like in gdb(1), or compressed in the file itself.
 *
 * Nothing is downloaded here; symbols/debug/fetch.h does that on request. A link must be a file
 * name, not a path, and the file must match by its build id or, without one, by its checksum.
 */
#ifndef DT_SYMBOLS_ELF_SEPARATE_H
#define DT_SYMBOLS_ELF_SEPARATE_H

#include "symbols/elf/elf.h"

/** Opens the debug file of `e` that has the section, or returns NULL. */
struct dt_elf *dt_separate_find(const struct dt_elf *e, const char *section);
/** Opens the file with shared debug information (.gnu_debugaltlink), or returns NULL. */
struct dt_elf *dt_separate_shared(const struct dt_elf *e);
/** Opens the embedded file of .gnu_debugdata, which has unexported symbols, or returns NULL. */
struct dt_elf *dt_separate_embedded(const struct dt_elf *e);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * What was stripped from an ELF file and is kept elsewhere: in a separate debug file, which is
 * found by build id or debug link as gdb(1) finds it, or compressed in the file itself.
 *
 * Nothing is downloaded here (symbols/debug/fetch.h does, for who asks for it). A link is the name
 * of a file, never a path, and the file that it leads to must prove to be the right one: by its
 * build id, or where there is none by its checksum.
 */
#ifndef DT_SYMBOLS_ELF_SEPARATE_H
#define DT_SYMBOLS_ELF_SEPARATE_H

#include "symbols/elf/elf.h"

/** The debug file of `e` that has the section; NULL: none is found. */
struct dt_elf *dt_separate_find(const struct dt_elf *e, const char *section);
/** The file that others share parts of their debug information in (.gnu_debugaltlink). */
struct dt_elf *dt_separate_shared(const struct dt_elf *e);
/** The file within the file (.gnu_debugdata): symbols that are not exported. */
struct dt_elf *dt_separate_embedded(const struct dt_elf *e);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Decompresses parts of ELF files: sections (SHF_COMPRESSED), and the embedded file of
 * .gnu_debugdata.
 */
#ifndef DT_SYMBOLS_ELF_UNPACK_H
#define DT_SYMBOLS_ELF_UNPACK_H

#include "base/read/file.h"

/** Returns the contents of a compressed section in memory, or NULL if it is damaged or has more
 * than `max` bytes. */
struct dt_file *dt_unpack_section(const struct dt_span *packed, bool is_32bit, size_t max);
/** The same for an xz(1) stream, with a fixed maximum. */
struct dt_file *dt_unpack_xz(const struct dt_span *packed);

#endif

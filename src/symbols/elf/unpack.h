/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Parts of ELF files that are kept compressed: sections (SHF_COMPRESSED), and the small file within
 * a file that is called .gnu_debugdata.
 */
#ifndef DT_SYMBOLS_ELF_UNPACK_H
#define DT_SYMBOLS_ELF_UNPACK_H

#include "base/read/file.h"

/** What a compressed section holds, in memory; NULL: not to be had, or more than `max` bytes. */
struct dt_file *dt_unpack_section(const struct dt_span *packed, bool is_32bit, size_t max);
/** The same of a stream of xz(1), with a bound of its own. */
struct dt_file *dt_unpack_xz(const struct dt_span *packed);

#endif

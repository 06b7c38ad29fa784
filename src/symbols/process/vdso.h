/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The vDSO, the library that the kernel maps into every process: one for all 64-bit processes of a
 * kernel, another for all 32-bit ones.
 */
#ifndef DT_SYMBOLS_PROCESS_VDSO_H
#define DT_SYMBOLS_PROCESS_VDSO_H

#include "symbols/elf/elf.h"
#include "symbols/process/proc.h"

/** Is the mapping one of it? */
bool dt_vdso_is(const struct dt_proc_mapping *m);
/** That of 32-bit processes lies where their addresses reach. */
bool dt_vdso_is_32bit(const struct dt_proc_mapping *m);
/** The caller's; NULL: it cannot be had. */
struct dt_elf *dt_vdso_open(bool is_32bit);

#endif

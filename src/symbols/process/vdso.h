/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The vDSO, a library that the kernel maps into every process: one for all 64-bit processes,
 * another for all 32-bit processes.
 */
#ifndef DT_SYMBOLS_PROCESS_VDSO_H
#define DT_SYMBOLS_PROCESS_VDSO_H

#include "symbols/elf/elf.h"
#include "symbols/process/proc.h"

/** Reports whether the mapping is the vDSO. */
bool dt_vdso_is(const struct dt_proc_mapping *m);
/** Reports whether a vDSO mapping is that of 32-bit processes, by its address. */
bool dt_vdso_is_32bit(const struct dt_proc_mapping *m);
/** Opens the vDSO, which the caller then owns. Returns NULL on failure. */
struct dt_elf *dt_vdso_open(bool is_32bit);

#endif

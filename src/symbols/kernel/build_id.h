/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Build ids of the running kernel and its modules.
 */
#ifndef DT_SYMBOLS_KERNEL_BUILD_ID_H
#define DT_SYMBOLS_KERNEL_BUILD_ID_H

#include "symbols/elf/elf.h"

/** Writes the build id of "vmlinux" or a module and returns its size, or 0 if it is unknown. */
size_t dt_kernel_build_id(const char *module, uint8_t ret[DT_BUILD_ID_MAX]);

#endif

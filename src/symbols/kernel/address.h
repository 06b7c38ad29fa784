/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The address of one kernel symbol by its name, and all functions one after the other.
 */
#ifndef DT_SYMBOLS_KERNEL_ADDRESS_H
#define DT_SYMBOLS_KERNEL_ADDRESS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/** False: no symbol of that name in that module ("" = anywhere, "vmlinux" = the kernel itself), or
 *  this user may not see it. A per-CPU variable has the address of the CPU with offset 0; it may be
 *  a small number. */
bool dt_kernel_address(const char *module, const char *name, uint64_t *ret);
/** The same in text in the format of /proc/kallsyms. */
bool dt_kernel_address_in(FILE *f, const char *module, const char *name, uint64_t *ret);

/** Receives a function of the kernel or of a module; "vmlinux" is the kernel itself. The strings
 *  live during the call. */
struct dt_kernel_text {
	void *self;
	void (*each)(void *self, const char *module, const char *name, uint64_t address);
};
/** All functions, in the order of /proc/kallsyms. False: there are none, or this user may not see
 *  their addresses. */
bool dt_kernel_text_each(const struct dt_kernel_text *to);
/** The same of text in that format. */
bool dt_kernel_text_each_in(FILE *f, const struct dt_kernel_text *to);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Looks up the address of a kernel symbol by name, and enumerates all functions.
 */
#ifndef DT_SYMBOLS_KERNEL_ADDRESS_H
#define DT_SYMBOLS_KERNEL_ADDRESS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/** Finds the address of a symbol in a module ("": anywhere, "vmlinux": the kernel itself). Returns
 *  false if there is no such symbol or addresses are hidden from this user. The address of a
 * per-CPU variable is its offset in the per-CPU area, possibly a small number. */
bool dt_kernel_address(const char *module, const char *name, uint64_t *ret);
/** The same for text in the format of /proc/kallsyms. */
bool dt_kernel_address_in(FILE *f, const char *module, const char *name, uint64_t *ret);

/** Receives a function of the kernel ("vmlinux") or a module. The strings live during the call. */
struct dt_kernel_text {
	void *self;
	void (*each)(void *self, const char *module, const char *name, uint64_t address);
};
/** Enumerates all functions in the order of /proc/kallsyms. Returns false if there are none or
 * their addresses are hidden from this user. */
bool dt_kernel_text_each(const struct dt_kernel_text *to);
/** The same for text in that format. */
bool dt_kernel_text_each_in(FILE *f, const struct dt_kernel_text *to);

#endif

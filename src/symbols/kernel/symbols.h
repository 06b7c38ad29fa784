/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Symbols of the running kernel and its modules, by address.
 */
#ifndef DT_SYMBOLS_KERNEL_SYMBOLS_H
#define DT_SYMBOLS_KERNEL_SYMBOLS_H

#include "symbols/symbol.h"
#include "symbols/symtab.h"

/** Nothing is read before the first look-up, and for a name no more than up to it. A zeroed struct
 *  is ready. */
struct dt_kernel_symbols {
	bool read;	       // all of it; else the table is not sorted yet
	int fd;		       // + 1; while there is more to read
	dt_vec(char) unparsed; // the beginning of a line
	struct dt_symtab table;
	dt_vec(char *) modules;	 // by dt_symtab_entry.group; 0 is the kernel itself
	dt_vec(uint64_t) starts; // the lowest address of each
};

void dt_kernel_symbols_deinit(struct dt_kernel_symbols *k);
/** False: no name is known, or this user may not see addresses. */
bool dt_kernel_symbol(struct dt_kernel_symbols *k, uint64_t addr, struct dt_symbol *ret);
/** They were looked at, and this user may not see them. */
bool dt_kernel_symbols_are_hidden(const struct dt_kernel_symbols *k);
/** Where the function of that name begins and ends. False: there is none. */
bool dt_kernel_function(struct dt_kernel_symbols *k, const char *name, uint64_t ret[2]);
/** Read what is left, so that `table` is whole. */
void dt_kernel_symbols_read(struct dt_kernel_symbols *k);
/** Take in text in the format of /proc/kallsyms. */
void dt_kernel_symbols_parse(struct dt_kernel_symbols *k, const char *text, size_t len);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Symbols of the running kernel and its modules, by address.
 */
#ifndef DT_SYMBOLS_KERNEL_SYMBOLS_H
#define DT_SYMBOLS_KERNEL_SYMBOLS_H

#include "symbols/symbol.h"
#include "symbols/symtab.h"

/** Nothing is read before the first lookup; a lookup by name reads only up to that name. A zeroed
 *  struct is ready for use. */
struct dt_kernel_symbols {
	bool read;	       // read completely; otherwise the table is not sorted yet
	int fd;		       // descriptor + 1, until everything is read
	dt_vec(char) unparsed; // incomplete line
	struct dt_symtab table;
	dt_vec(char *) modules;	 // by dt_symtab_entry.group; 0 is the kernel itself
	dt_vec(uint64_t) starts; // lowest address of each module
};

void dt_kernel_symbols_deinit(struct dt_kernel_symbols *k);
/** Finds the symbol of an address. Returns false if there is none or addresses are hidden from this
 *  user. */
bool dt_kernel_symbol(struct dt_kernel_symbols *k, uint64_t addr, struct dt_symbol *ret);
/** Reports whether a lookup has found that addresses are hidden from this user. */
bool dt_kernel_symbols_are_hidden(const struct dt_kernel_symbols *k);
/** Finds the start and the end of a function. Returns false if it does not exist. */
bool dt_kernel_function(struct dt_kernel_symbols *k, const char *name, uint64_t ret[2]);
/** Reads the rest, so that `table` is complete. */
void dt_kernel_symbols_read(struct dt_kernel_symbols *k);
/** Parses text in the format of /proc/kallsyms. */
void dt_kernel_symbols_parse(struct dt_kernel_symbols *k, const char *text, size_t len);

#endif

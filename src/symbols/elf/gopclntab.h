/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Reads the functions of a Go program from its runtime's table, .gopclntab, which stripped programs
 * keep.
 */
#ifndef DT_SYMBOLS_ELF_GOPCLNTAB_H
#define DT_SYMBOLS_ELF_GOPCLNTAB_H

#include "symbols/elf/elf.h"

/** The data of the table's header. */
struct dt_gopclntab {
	struct dt_span table;  // the whole table
	struct dt_span names;  // base of the offsets of names
	uint64_t functions;    // offset of the list of functions in the table
	uint64_t functions_at; // base of the offsets in that list
	uint64_t n;	       // number of functions
	uint64_t text;	       // base of their addresses
	unsigned word;	       // bytes of an address and of an offset in the list
	unsigned pointer;      // bytes of an address
	unsigned described;    // bytes of a function's description without its tables; 0: unknown
};

/** Reads the header. Returns false if the file has no table, or one of an unknown form. Valid as
 *  long as the file. */
bool dt_gopclntab_read(struct dt_gopclntab *ret, const struct dt_elf *e);
/** Calls `fn` for each function, by ascending address. Its name is an offset in `names`. */
void dt_gopclntab_functions(const struct dt_gopclntab *t,
			    void (*fn)(void *self, const struct dt_elf_symbol *s), void *self);
/** Returns the base address of the data of functions, or 0 if `symbols` does not name it. */
uint64_t dt_gopclntab_data(const struct dt_elf *symbols);
/** Counts the parameters of the function that begins at `addr`, including receiver and blank ones.
 *  Returns false if the program describes none or only the first ones. */
bool dt_gopclntab_parameters(const struct dt_gopclntab *t, const struct dt_elf *e, uint64_t data,
			     uint64_t addr, unsigned *ret);

#endif

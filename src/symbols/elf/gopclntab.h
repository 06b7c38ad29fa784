/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The functions of a Go program by the table that its runtime has of them, .gopclntab. It stays in
 * the file when symbols are stripped.
 */
#ifndef DT_SYMBOLS_ELF_GOPCLNTAB_H
#define DT_SYMBOLS_ELF_GOPCLNTAB_H

#include "symbols/elf/elf.h"

/** What the header of the table tells. */
struct dt_gopclntab {
	struct dt_span table;  // all of it
	struct dt_span names;  // what offsets of names count from
	uint64_t functions;    // where in the table the list of functions begins
	uint64_t functions_at; // what offsets in that list count from
	uint64_t n;	       // functions
	uint64_t text;	       // what their addresses count from
	unsigned word;	       // bytes of an address and of an offset there
	unsigned pointer;      // bytes of an address
	unsigned described;    // bytes of a function's description without its tables; 0: unknown
};

/** False: the file has none, or one that is not understood. It lives as the file. */
bool dt_gopclntab_read(struct dt_gopclntab *ret, const struct dt_elf *e);
/** Call for each function, in the order of addresses; its name is an offset in `names`. */
void dt_gopclntab_functions(const struct dt_gopclntab *t,
			    void (*fn)(void *self, const struct dt_elf_symbol *s), void *self);
/** Returns the address that data of functions count from; 0: `symbols` does not name it. */
uint64_t dt_gopclntab_data(const struct dt_elf *symbols);
/** Counts the parameters of the function that begins at `addr`, with receiver and blank ones.
 *  Returns false if the program does not say, or only of the first ones. */
bool dt_gopclntab_parameters(const struct dt_gopclntab *t, const struct dt_elf *e, uint64_t data,
			     uint64_t addr, unsigned *ret);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Names of the addresses in an ELF file, from the best available table: its .symtab, that of a
 * separate debug file, or .dynsym together with the small table of .gnu_debugdata. For a stripped
 * file, .eh_frame has the bounds of functions, and the table of Go's runtime their names.
 *
 * A symbol takes 24 bytes; its name is read on demand.
 */
#ifndef DT_SYMBOLS_ELF_NAMES_H
#define DT_SYMBOLS_ELF_NAMES_H

#include "base/map.h"
#include "symbols/elf/separate.h"
#include "symbols/symtab.h"

enum { DT_ELF_TABLES = 3 };

/** A zeroed struct is empty. */
struct dt_elf_names {
	struct dt_symtab table;			 // the group of an entry is its index in `strings`
	struct dt_span strings[DT_ELF_TABLES];	 // names of the entries
	struct dt_elf *elsewhere[DT_ELF_TABLES]; // other files with tables; owned
	size_t n_tables;
	struct dt_map known;   // cache of names by address, on the heap
	struct dt_map by_name; // index in the table + 1
	bool has_index;	       // `by_name` is built
};

void dt_elf_names_deinit(struct dt_elf_names *n);
/** Reads the tables of a file, which must live as long as `n`. */
void dt_elf_names_read(struct dt_elf_names *n, const struct dt_elf *e);
/** Returns the name of an entry, which lives as long as `n`, or NULL if it cannot be read. The name
 * of a function without a symbol is its address, as in pid probes. */
const char *dt_elf_name(struct dt_elf_names *n, const struct dt_symtab_entry *e);

/** Finds the address of a name. Returns false if no symbol has it. */
bool dt_elf_name_address(struct dt_elf_names *n, const char *name, uint64_t *ret);

#endif

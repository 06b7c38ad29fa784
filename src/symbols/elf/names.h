/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Names of the addresses in one ELF file, by the best table there is: its own .symtab, that of a
 * separate debug file, or what is exported together with the small table of .gnu_debugdata. Of a
 * file that was stripped, .eh_frame still tells where functions begin and end, and Go's runtime has
 * their names.
 *
 * 24 bytes are kept of a symbol; its name is read when it is shown.
 */
#ifndef DT_SYMBOLS_ELF_NAMES_H
#define DT_SYMBOLS_ELF_NAMES_H

#include "base/map.h"
#include "symbols/elf/separate.h"
#include "symbols/symtab.h"

enum { DT_ELF_TABLES = 3 };

/** A zeroed struct knows none. */
struct dt_elf_names {
	struct dt_symtab table;			 // group: of `strings`
	struct dt_span strings[DT_ELF_TABLES];	 // with the names of the entries
	struct dt_elf *elsewhere[DT_ELF_TABLES]; // files that hold tables; owned
	size_t n_tables;
	struct dt_map known;   // names that were asked for, on the heap, by address
	struct dt_map by_name; // position in the table + 1
	bool has_index;	       // `by_name` was filled
};

void dt_elf_names_deinit(struct dt_elf_names *n);
/** Of a file that lives as long. */
void dt_elf_names_read(struct dt_elf_names *n, const struct dt_elf *e);
/** The name of an entry of the table; lives as `n`. That of a function without a symbol is its
 *  address, as pid probes call it; NULL: it cannot be read. */
const char *dt_elf_name(struct dt_elf_names *n, const struct dt_symtab_entry *e);

/** The address of a name; false: no symbol has it. */
bool dt_elf_name_address(struct dt_elf_names *n, const char *name, uint64_t *ret);

#endif

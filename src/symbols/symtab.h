/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * A table of symbols by address: of the kernel, of an ELF file, of generated code. Filled once in
 * any order, then sorted, then only read. 24 bytes a symbol, and its name.
 */
#ifndef DT_SYMBOLS_SYMTAB_H
#define DT_SYMBOLS_SYMTAB_H

#include "base/str.h"
#include "base/vec.h"

#include <stdint.h>

struct dt_symtab_entry {
	uint64_t addr;
	uint64_t size;	// 0: up to the next symbol
	uint32_t name;	// offset into `names`, or the filler's own
	uint16_t group; // the filler's own: the module of a kernel symbol
	uint16_t rank;	// of symbols at one address the one with the lowest stays, or the smallest
};

/** A zeroed struct is an empty table. */
struct dt_symtab {
	dt_vec(struct dt_symtab_entry) v;
	struct dt_str names; // NUL-terminated, one after the other
};

void dt_symtab_deinit(struct dt_symtab *t);
void dt_symtab_add(struct dt_symtab *t, uint64_t addr, uint64_t size, const char *name,
		   size_t name_len, uint16_t group, uint16_t rank);
/** The same of a name that the filler keeps: dt_symtab_name() does not know it. */
void dt_symtab_add_number(struct dt_symtab *t, uint64_t addr, uint64_t size, uint32_t name,
			  uint16_t group, uint16_t rank);
/** Ready for look-ups: sorted, one symbol per address. */
void dt_symtab_finish(struct dt_symtab *t);
/** The symbol that contains the address, or NULL. */
const struct dt_symtab_entry *dt_symtab_find(const struct dt_symtab *t, uint64_t addr);
const char *dt_symtab_name(const struct dt_symtab *t, const struct dt_symtab_entry *e);

#endif

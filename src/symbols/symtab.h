/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * A table of symbols by address, for the kernel, an ELF file or generated code. It is filled once
 * in any order, then sorted, then only read. A symbol takes 24 bytes and its name.
 */
#ifndef DT_SYMBOLS_SYMTAB_H
#define DT_SYMBOLS_SYMTAB_H

#include "base/str.h"
#include "base/vec.h"

#include <stdint.h>

struct dt_symtab_entry {
	uint64_t addr;
	uint64_t size;	// 0: up to the next symbol
	uint32_t name;	// offset in `names`, or a number of the caller
	uint16_t group; // a number of the caller, e.g. the module of a kernel symbol
	uint16_t rank;	// the lowest at an address stays, then the smallest size
};

/** A zeroed struct is an empty table. */
struct dt_symtab {
	dt_vec(struct dt_symtab_entry) v;
	struct dt_str names; // NUL-terminated, concatenated
};

void dt_symtab_deinit(struct dt_symtab *t);
void dt_symtab_add(struct dt_symtab *t, uint64_t addr, uint64_t size, const char *name,
		   size_t name_len, uint16_t group, uint16_t rank);
/** The same for a name that the caller keeps, which dt_symtab_name() does not know. */
void dt_symtab_add_number(struct dt_symtab *t, uint64_t addr, uint64_t size, uint32_t name,
			  uint16_t group, uint16_t rank);
/** Prepares the table for look-ups: sorts it and keeps one symbol per address. */
void dt_symtab_finish(struct dt_symtab *t);
/** Returns the symbol that contains the address, or NULL. */
const struct dt_symtab_entry *dt_symtab_find(const struct dt_symtab *t, uint64_t addr);
const char *dt_symtab_name(const struct dt_symtab *t, const struct dt_symtab_entry *e);

#endif

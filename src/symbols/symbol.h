/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The symbol of an address.
 */
#ifndef DT_SYMBOLS_SYMBOL_H
#define DT_SYMBOLS_SYMBOL_H

#include <stdbool.h>
#include <stdint.h>

/** Longer names are cut. No demangler accepts them either. */
enum { DT_SYMBOL_NAME_MAX = 4096 };

struct dt_symbol {
	const char *object; // "vmlinux", "ext4", "libc.so.6"; NULL: generated code, `name` is the
			    // whole text
	uint64_t object_start; // an address of the object, always the same
	const char *name;      // NULL: the object is known, but no symbol
	uint64_t start;	       // address of the symbol
	uint64_t own; // without a symbol: the object's virtual address, or the offset in it
};

#endif

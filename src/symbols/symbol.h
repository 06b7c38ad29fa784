/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * What is known of an address.
 */
#ifndef DT_SYMBOLS_SYMBOL_H
#define DT_SYMBOLS_SYMBOL_H

#include <stdbool.h>
#include <stdint.h>

/** Longer names are cut: no compiler's reader takes them apart either. */
enum { DT_SYMBOL_NAME_MAX = 4096 };

struct dt_symbol {
	const char
	    *object; // "vmlinux", "ext4", "libc.so.6"; NULL: generated code, named as a whole
	uint64_t object_start; // an address of the object, always the same
	const char *name;      // NULL: the object is known, but no symbol
	uint64_t start;	       // address of the symbol
	uint64_t own; // of no symbol: the address as the object counts, or its offset there
};

#endif

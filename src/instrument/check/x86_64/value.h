/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Values of registers and words of memory, while the checker walks the code of a stub.
 *
 * A value is a symbol plus an offset. Two values are equal if both are. The symbol of a constant is
 * 0. Each register has a symbol for its value at the site. All other quantities get new symbols,
 * with bounds: 0, step, 2 * step … span.
 */
#ifndef DT_INSTRUMENT_CHECK_X86_64_VALUE_H
#define DT_INSTRUMENT_CHECK_X86_64_VALUE_H

#include <stdbool.h>
#include <stdint.h>

enum {
	DT_SYMBOL_CONSTANT,
	DT_SYMBOL_REGS,	       // of rax; those of the other registers follow
	DT_SYMBOL_THREAD = 17, // the id of the thread
	DT_SYMBOL_FLAGS,       // the flags at the site, as pushf stores them
	DT_SYMBOL_FIRST,       // of the others
	DT_SAVED_LOW = 1,      // ah has the flags at the site, as lahf stores them
	DT_SAVED_OVERFLOW = 2, // al has the overflow flag at the site
};

struct dt_value {
	uint64_t offset, span, step;
	uint32_t symbol;
	uint8_t saved;	// DT_SAVED_*
	bool is_entry;	// of the directory
	bool is_marker; // the word `busy` of a level
	bool is_own;	// the number of the thread's slot, or an address in its levels
};

struct dt_value dt_value_constant(uint64_t c);
/** Returns a symbol with values up to `span`. */
struct dt_value dt_value_symbol(uint32_t symbol, uint64_t span);
bool dt_value_is_constant(const struct dt_value *v, uint64_t c);
bool dt_value_is_equal(const struct dt_value *a, const struct dt_value *b);
/** Returns the greatest value, or UINT64_MAX if the value may wrap. */
uint64_t dt_value_max(const struct dt_value *v);

/* Operations. `symbol` is a new one, for results that have no other. */
struct dt_value dt_value_add(const struct dt_value *a, const struct dt_value *b, uint32_t symbol);
struct dt_value dt_value_multiply(const struct dt_value *a, uint64_t factor, uint32_t symbol);
struct dt_value dt_value_and(const struct dt_value *a, const struct dt_value *b, uint32_t symbol);
struct dt_value dt_value_or(const struct dt_value *a, const struct dt_value *b, uint32_t symbol);
struct dt_value dt_value_shift_right(const struct dt_value *a, unsigned n, uint32_t symbol);
/** Returns the low 32 bits. */
struct dt_value dt_value_truncate(const struct dt_value *a, uint32_t symbol);

#endif

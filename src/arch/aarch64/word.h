/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Parts of the words of machine code.
 */
#ifndef DT_ARCH_AARCH64_WORD_H
#define DT_ARCH_AARCH64_WORD_H

#include <stdbool.h>
#include <stdint.h>

/** Reports whether the word is in a group of encodings that the architecture reserves. */
bool dt_word_is_reserved(uint32_t word);
/** Returns the distance of a branch in bytes. */
int64_t dt_word_distance(uint32_t word);
/** Returns the `n` bits from bit `at` on, with their sign. */
static inline int32_t dt_word_signed(uint32_t word, unsigned at, unsigned n)
{
	return (int32_t)(word << (32 - at - n)) >> (32 - n);
}

#endif

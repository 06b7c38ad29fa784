/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The words of the environment as machine code serves them.
 */
#ifndef DT_NATIVE_WORDS_H
#define DT_NATIVE_WORDS_H

#include "ir/env.h"

#include <stdbool.h>
#include <stdint.h>

enum dt_word_how {
	DT_WORD_REFUSED, // not served
	DT_WORD_LEVEL,	 // `size` bytes at `offset` of the level
	DT_WORD_TIME,	 // the counter, scaled
	DT_WORD_CALL,	 // the runtime function `function`
	DT_WORD_NOTHING, // has no effect, and 0 as result
};

struct dt_word {
	enum dt_word_how how;
	uint8_t size;
	uint32_t offset;
	const char *function;
	bool takes_level; // the function receives the level behind the arguments
};
extern const struct dt_word dt_word_table[DT_N_ENVS];

/** Returns the word that a helper of BPF stands for, or DT_N_ENVS. */
enum dt_env dt_word_of_helper(int32_t helper);
/** Reports whether the helper of BPF is bpf_loop(). */
bool dt_word_is_loop(int32_t helper);

#endif

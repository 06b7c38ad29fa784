/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Keys from the bytes that a terminal sends.
 */
#ifndef DT_CLI_TOP_KEYS_H
#define DT_CLI_TOP_KEYS_H

#include <stddef.h>

/** Other keys are their byte. */
enum dt_key {
	DT_KEY_ESCAPE = '\033',
	DT_KEY_ERASE = '\177',
	DT_KEY_UP = 256,
	DT_KEY_DOWN,
	DT_KEY_RIGHT,
	DT_KEY_LEFT,
	DT_KEY_HOME,
	DT_KEY_END,
	DT_KEY_PAGE_UP,
	DT_KEY_PAGE_DOWN,
	DT_KEY_BACK_TAB,
	DT_KEY_UNKNOWN,
};

/** Writes the first key of `n` bytes, at least one. Returns its length. */
size_t dt_key_read(const char *bytes, size_t n, int *key);

#endif

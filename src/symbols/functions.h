/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The functions of an ELF file with their code: where uprobes can be placed.
 */
#ifndef DT_SYMBOLS_FUNCTIONS_H
#define DT_SYMBOLS_FUNCTIONS_H

#include "base/vec.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct dt_function {
	const char *name;
	uint64_t offset; // in the file
	uint64_t size;
	const uint8_t *code; // `size` bytes
	unsigned rank;	     // of several names of one function the lowest is the usual one
};

/** A zeroed struct is empty. */
struct dt_functions {
	dt_vec(struct dt_function) v; // by offset, then rank; every name of a function is in it
	void *elf;
	int fd; // + 1
};

void dt_functions_deinit(struct dt_functions *f);
/** False if the file cannot be read, or is no ELF file of 64-bit x86. */
bool dt_functions_read(struct dt_functions *f, const char *path);

#endif

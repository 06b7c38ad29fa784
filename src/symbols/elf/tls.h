/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Finds the thread-local variables that an ELF file exports.
 *
 * A thread has a block of variables for each file. That of the program has a fixed distance from
 * the thread pointer. For a library, the dynamic linker fills words of the library's data: with the
 * distance, with the number of the file, or with a descriptor that leads to either.
 */
#ifndef DT_SYMBOLS_ELF_TLS_H
#define DT_SYMBOLS_ELF_TLS_H

#include "abi/traceid.h"
#include "symbols/elf/elf.h"

struct dt_tls_variable {
	uint64_t offset;       // in the file's block
	int64_t distance;      // from the thread pointer, if the file is the program
	enum dt_tls_kind kind; // DT_TLS_THREAD: the file has no such words
	uint64_t at;	       // virtual address of the word
};

/** Looks up a variable. Returns false if the file does not export it, or is not of our machine. */
bool dt_tls_find(const struct dt_elf *e, const char *name, struct dt_tls_variable *ret);

#endif

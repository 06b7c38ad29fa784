/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Symbols of an ELF file: functions and objects of .symtab, or, if it was stripped, of a separate
 * file or of .dynsym, by the addresses that the file itself uses; and where the file's bytes are
 * meant to lie.
 */
#ifndef DT_SYMBOLS_ELF_ELF_H
#define DT_SYMBOLS_ELF_ELF_H

#include "symbols/elf/cfi.h"
#include "symbols/symtab.h"

struct dt_elf_segment {
	uint64_t offset, size; // in the file
	uint64_t addr;
};

/** A zeroed struct knows nothing. */
struct dt_elf {
	struct dt_symtab table;
	dt_vec(struct dt_elf_segment) segments; // those that are loaded
	struct dt_cfi cfi;			// of a file
	void *elf;
};

void dt_elf_deinit(struct dt_elf *e);
/** False if it is no ELF file; the descriptor stays the caller's. */
bool dt_elf_read(struct dt_elf *e, int fd);
/** The same of an image in memory, as the vDSO is; it may be changed. */
bool dt_elf_read_memory(struct dt_elf *e, void *image, size_t size);
/**
 * Does the code at an address keep no frame pointer there, so that an unwinder which follows them
 * finds not its caller but somebody else's, or nobody's? False also if that is not known.
 */
bool dt_elf_hides_caller(struct dt_elf *e, uint64_t addr);
/** The file's own address of a byte; false if none is loaded from there. */
bool dt_elf_address(const struct dt_elf *e, uint64_t offset, uint64_t *ret);

#endif

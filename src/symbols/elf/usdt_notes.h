/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The USDT probes of an ELF file. Its section .note.stapsdt has a note for each site, with
 * provider, name and the locations of the arguments. The section .note.dtrace, which `dtrace -G`
 * writes, has their types.
 */
#ifndef DT_SYMBOLS_ELF_USDT_NOTES_H
#define DT_SYMBOLS_ELF_USDT_NOTES_H

#include "arch/operand.h"
#include "base/map.h"
#include "base/vec.h"
#include "symbols/elf/names.h"

enum { DT_USDT_ARGS_MAX = 32 };

struct dt_usdt_site {
	const char *provider, *name; // as in the note: "__" is not yet replaced by '-'
	const char *args;	     // as in the note
	uint64_t addr;		     // virtual address in the file
	uint64_t offset;	     // in the file
	uint64_t semaphore;	     // offset in the file; 0: none
};

/** The declaration of a probe by its provider. */
struct dt_usdt_types {
	const char *provider, *name;
	const char *attributes[5]; // "Evolving/Evolving/ISA": provider, module, function, name,
				   // args
	const char *native[DT_USDT_ARGS_MAX];
	size_t n_native;
	const char *args[DT_USDT_ARGS_MAX]; // translated types; args[i] comes from native[map[i]]
	uint8_t map[DT_USDT_ARGS_MAX];
	size_t n_args;
};

/** A zeroed struct has no probes. */
struct dt_usdt_file {
	dt_vec(struct dt_usdt_site) sites; // sorted by address
	dt_vec(struct dt_usdt_types) types;
	struct dt_map types_by_name; // index in `types` + 1
	dt_vec(char *) notes;	     // sections on the heap, which contain the texts
	size_t notes_size;	     // total bytes of `notes`
	bool is_32;
	bool is_object;	  // an object file, not linked
	bool has_symbols; // `symbols` is read
	struct dt_elf_names symbols;
	struct dt_elf *elf; // owned
};

/** Reads the notes of a file, which it always takes over. Returns false if there are no probes. */
bool dt_usdt_read(struct dt_usdt_file *f, struct dt_elf *e);
/** The same for an object file, with or without probes. Addresses and semaphores are not known
 * before linking. Returns false if it is not an object file of this machine. */
bool dt_usdt_read_object(struct dt_usdt_file *f, struct dt_elf *e);
void dt_usdt_deinit(struct dt_usdt_file *f);
/** Returns the function that contains a site, or "" if unknown. */
const char *dt_usdt_function(struct dt_usdt_file *f, const struct dt_usdt_site *s);
/** Reads at most `max` operands of a site, with symbols resolved, and returns their number. */
size_t dt_usdt_operands(struct dt_usdt_file *f, const struct dt_usdt_site *s,
			struct dt_operand *ret, size_t max);
/** Returns the declaration of a site's probe, or NULL. */
const struct dt_usdt_types *dt_usdt_types_of(const struct dt_usdt_file *f,
					     const struct dt_usdt_site *s);

#endif

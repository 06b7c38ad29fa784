/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The USDT probes that an ELF file declares: its section .note.stapsdt has a note for each place,
 * with the provider, the name and where the arguments are; .note.dtrace, of `dtrace -G`, says which
 * types they have.
 */
#ifndef DT_SYMBOLS_ELF_USDT_NOTES_H
#define DT_SYMBOLS_ELF_USDT_NOTES_H

#include "arch/operand.h"
#include "base/map.h"
#include "base/vec.h"
#include "symbols/elf/names.h"

enum { DT_USDT_ARGS_MAX = 32 };

struct dt_usdt_site {
	const char *provider, *name; // the note's: "__" is not '-' yet
	const char *args;	     // as in the note
	uint64_t addr;		     // the file's own
	uint64_t offset;	     // in the file
	uint64_t semaphore;	     // offset in the file; 0 = none
};

/** What a provider's declaration says of one of its probes. */
struct dt_usdt_types {
	const char *provider, *name;
	const char *attributes[5]; // "Evolving/Evolving/ISA": provider, module, function, name,
				   // args
	const char *native[DT_USDT_ARGS_MAX];
	size_t n_native;
	const char *args[DT_USDT_ARGS_MAX]; // as D sees them; args[i] comes from native[map[i]]
	uint8_t map[DT_USDT_ARGS_MAX];
	size_t n_args;
};

/** A zeroed struct has no probes. */
struct dt_usdt_file {
	dt_vec(struct dt_usdt_site) sites; // by address
	dt_vec(struct dt_usdt_types) types;
	struct dt_map types_by_name; // numbers in `types`, from 1
	dt_vec(char *) notes;	     // sections that texts are parts of, on the heap
	size_t notes_size;	     // bytes of all
	bool is_32;
	bool is_object;	  // not linked
	bool has_symbols; // `symbols` was read
	struct dt_elf_names symbols;
	struct dt_elf *elf; // owned
};

/** Read the notes of a file, which is taken over in any case; false: it has no probes. */
bool dt_usdt_read(struct dt_usdt_file *f, struct dt_elf *e);
/** The same of an object that is not linked yet, with or without probes: their addresses and
 *  semaphores are not known. False if it is no object of this machine. */
bool dt_usdt_read_object(struct dt_usdt_file *f, struct dt_elf *e);
void dt_usdt_deinit(struct dt_usdt_file *f);
/** The function around a place, "" if the file does not tell. */
const char *dt_usdt_function(struct dt_usdt_file *f, const struct dt_usdt_site *s);
/** Read the operands of a site, at most `max`, with symbols resolved; returns how many. */
size_t dt_usdt_operands(struct dt_usdt_file *f, const struct dt_usdt_site *s,
			struct dt_operand *ret, size_t max);
/** The declaration of a site's probe, or NULL. */
const struct dt_usdt_types *dt_usdt_types_of(const struct dt_usdt_file *f,
					     const struct dt_usdt_site *s);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The functions of an ELF file: where uprobes can be placed.
 */
#ifndef DT_SYMBOLS_ELF_FUNCTIONS_H
#define DT_SYMBOLS_ELF_FUNCTIONS_H

#include "symbols/debug/info.h"
#include "symbols/unwind/frames.h"
#include "symbols/elf/separate.h"

struct dt_function {
	const char *name;
	uint64_t addr;	 // as the file itself counts
	uint64_t offset; // in the file
	uint64_t size;
	unsigned rank;	// of several names of one function the lowest is the usual one,
	uint32_t order; // then the smallest, then the first in the table of names
	bool is_ifunc;	// the code only chooses the function that the name stands for
};

/** A word of a process's memory that holds the address of a function once it is bound. */
struct dt_slot {
	uint64_t addr;
	uint64_t chooser; // of the IFUNC whose choice it holds; 0: bound by name
	const char *name;
};

/** A zeroed struct is empty. */
struct dt_functions {
	dt_vec(struct dt_function) v; // by offset, then rank; every name of a function is in it
	dt_vec(struct dt_slot) slots; // after dt_functions_read_slots()
	bool is_32bit, has_slots;
	struct dt_elf *elf, *separate; // owned; the latter may be NULL
	dt_vec(char *) strings;	       // tables with names, on the heap
	size_t strings_size;	       // bytes of all
	struct dt_arena *names;	       // those that are in no table as such
	struct dt_frames frames;
	uint8_t *code;	    // what dt_functions_bytes() gave last
	const char *soname; // by which other programs ask for the library, or NULL
	struct dt_debug_info debug;
	uint64_t go_data; // dt_gopclntab_data(), after the first question
	bool has_go_data;
};

void dt_functions_deinit(struct dt_functions *f);
/** False if it is no ELF file of this machine. Takes the file over in any case. */
bool dt_functions_read(struct dt_functions *f, struct dt_elf *e);
/** Fill `slots`, once. */
void dt_functions_read_slots(struct dt_functions *f);
/** The function whose code begins at, or contains, the address; NULL: none. */
const struct dt_function *dt_functions_at(const struct dt_functions *f, uint64_t addr);
/** Code of unknown length from an address on, as a function without a name; false: not in the text.
 */
bool dt_functions_code(const struct dt_functions *f, uint64_t addr, struct dt_function *ret);
/** The bytes of a function, which live until the next call; NULL: they are not in the file. */
const uint8_t *dt_functions_bytes(struct dt_functions *f, const struct dt_function *fn);
/** The file's own address of a byte in it; false: it is not loaded as code. */
bool dt_functions_address(const struct dt_functions *f, uint64_t offset, uint64_t *ret);

/** Counts the parameters of a Go function as dt_gopclntab_parameters() does. */
bool dt_functions_go_parameters(struct dt_functions *f, uint64_t addr, unsigned *ret);

/** Debug information of the file or of a separate one (Dwarf *), or NULL; lives as `f`. */
void *dt_functions_dwarf(struct dt_functions *f);

#endif

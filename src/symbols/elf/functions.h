/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The functions of an ELF file, to which uprobes can be attached.
 */
#ifndef DT_SYMBOLS_ELF_FUNCTIONS_H
#define DT_SYMBOLS_ELF_FUNCTIONS_H

#include "symbols/debug/info.h"
#include "symbols/unwind/frames.h"
#include "symbols/elf/separate.h"

struct dt_function {
	const char *name;
	uint64_t addr;	 // virtual address in the file
	uint64_t offset; // in the file
	uint64_t size;
	unsigned rank;	// among names of a function, the lowest rank is the usual name,
	uint32_t order; // then the smallest size, then the first in the table of names
	bool is_ifunc;	// the code selects the function that the name stands for
};

/** A word of a process's memory that holds the address of a function after binding. */
struct dt_slot {
	uint64_t addr;
	uint64_t chooser; // address of the IFUNC that selects the function; 0: bound by name
	const char *name;
};

/** A zeroed struct is empty. */
struct dt_functions {
	dt_vec(struct dt_function) v; // by offset, then rank; one for each name of a function
	dt_vec(struct dt_slot) slots; // after dt_functions_read_slots()
	bool is_32bit, has_slots;
	struct dt_elf *elf, *separate; // owned; the latter may be NULL
	dt_vec(char *) strings;	       // tables with names, on the heap
	size_t strings_size;	       // bytes of all
	struct dt_arena *names;	       // names that are not in a table
	struct dt_frames frames;
	uint8_t *code;	    // last result of dt_functions_bytes()
	const char *soname; // the library's name for dynamic linking, or NULL
	struct dt_debug_info debug;
	uint64_t go_data; // dt_gopclntab_data(), after the first query
	bool has_go_data;
};

void dt_functions_deinit(struct dt_functions *f);
/** Reads the functions. Returns false if it is not an ELF file of this machine. Always takes over
 *  the file. */
bool dt_functions_read(struct dt_functions *f, struct dt_elf *e);
/** Fills `slots`. Repeated calls do nothing. */
void dt_functions_read_slots(struct dt_functions *f);
/** Returns the function whose code begins at, or contains, the address, or NULL. */
const struct dt_function *dt_functions_at(const struct dt_functions *f, uint64_t addr);
/** Describes code of unknown length from an address on, as a function without a name. Returns false
 *  if the address is not in the text. */
bool dt_functions_code(const struct dt_functions *f, uint64_t addr, struct dt_function *ret);
/** Returns the bytes of a function, valid until the next call, or NULL if they are not in the file.
 */
const uint8_t *dt_functions_bytes(struct dt_functions *f, const struct dt_function *fn);

/** Counts the parameters of a Go function as dt_gopclntab_parameters() does. */
bool dt_functions_go_parameters(struct dt_functions *f, uint64_t addr, unsigned *ret);

/** Returns the debug information (Dwarf *) of the file or of a separate file, or NULL. Valid as
 *  long as `f`. */
void *dt_functions_dwarf(struct dt_functions *f);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Internals of the reader of .eh_frame:
 *
 *	eh_frame.c	the entries and their functions
 *	rows.c		the instructions in the entries
 *	pads.c		the tables for exceptions that they refer to
 *	stubs.c		entries for the PLT, where linkers write none
 *	code.c		entries for code without any, made from its instructions
 */
#ifndef DT_SYMBOLS_UNWIND_INTERNAL_H
#define DT_SYMBOLS_UNWIND_INTERNAL_H

#include "symbols/unwind/eh_frame.h"

enum { DT_EH_OMIT = 0xff }; // the encoding of nothing

/** A common information entry, the part that several FDEs share. */
struct dt_cie {
	size_t at;
	uint64_t code_align;
	int64_t data_align;
	uint64_t ra;	  // register number of the return address
	uint8_t encoding; // of addresses in its FDEs
	uint8_t pads;	  // encoding of the addresses of tables for exceptions, or DT_EH_OMIT
	bool is_signal, has_augmentation;
	struct dt_cursor program; // the initial instructions of every frame
};

struct dt_fde {
	uint64_t addr, size;
	uint64_t pads; // address of its table for exceptions; 0: none
	struct dt_cursor program;
};

/** Read the entries at these offsets. Return false if there is none or if it cannot be decoded.
 *  `cie` is zeroed, or the CIE of the entry before. */
bool dt_eh_frame_cie(const struct dt_eh_frame *f, size_t at, struct dt_cie *ret);
bool dt_eh_frame_fde(const struct dt_eh_frame *f, size_t at, struct dt_cie *cie,
		     struct dt_fde *ret);
/** Adds entries in the form of .debug_frame to the sections. A reference to a CIE counts from
 *  debug_at on. */
void dt_eh_frame_append(struct dt_eh_frame *f, const void *entries, size_t size);
/** Adds a PLT that begins with two instructions `head`. */
void dt_eh_frame_add_plt(struct dt_eh_frame *f, const struct dt_machine *m, const uint32_t *head,
			 uint64_t addr, uint64_t size);
/** Adds the functions in `n` instructions from an address on, where none is known. *work is the
 *  number of steps that are left for the file. */
void dt_eh_frame_follow(struct dt_eh_frame *f, const uint32_t *insns, size_t n, uint64_t addr,
			size_t *work);
/** Reads a number in the form of the lower half of an encoding. */
uint64_t dt_eh_frame_number(const struct dt_eh_frame *f, struct dt_cursor *c, uint8_t encoding);
/** Reads an address in the encoding of a CIE. */
uint64_t dt_eh_frame_address(const struct dt_eh_frame *f, struct dt_cursor *c, uint8_t encoding);

#endif

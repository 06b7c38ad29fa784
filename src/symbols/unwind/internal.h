/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Inside the reader of .eh_frame:
 *
 *	eh_frame.c	the entries, and which function each is of
 *	rows.c		what the instructions in them say
 */
#ifndef DT_SYMBOLS_UNWIND_INTERNAL_H
#define DT_SYMBOLS_UNWIND_INTERNAL_H

#include "symbols/unwind/eh_frame.h"

/** What entries have in common. */
struct dt_cie {
	size_t at;
	uint64_t code_align;
	int64_t data_align;
	uint64_t ra;	  // the number of the return address among the registers
	uint8_t encoding; // of addresses in its FDEs
	bool is_signal, has_augmentation;
	struct dt_cursor program; // how every frame begins
};

struct dt_fde {
	uint64_t addr, size;
	struct dt_cursor program;
};

/** The entries at these offsets; false: none, or not understood. `cie` is zeroed, or the one that
 *  the entry before has. */
bool dt_eh_frame_cie(const struct dt_eh_frame *f, size_t at, struct dt_cie *ret);
bool dt_eh_frame_fde(const struct dt_eh_frame *f, size_t at, struct dt_cie *cie,
		     struct dt_fde *ret);
/** An address in the encoding of a CIE. */
uint64_t dt_eh_frame_address(const struct dt_eh_frame *f, struct dt_cursor *c, uint8_t encoding);

#endif

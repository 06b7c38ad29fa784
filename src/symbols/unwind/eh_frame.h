/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * .eh_frame, which programs keep when they are stripped: where functions begin and end, and how the
 * caller's frame is found from each of their instructions. Functions that are not there, because
 * they were compiled so, may be in .debug_frame.
 */
#ifndef DT_SYMBOLS_UNWIND_EH_FRAME_H
#define DT_SYMBOLS_UNWIND_EH_FRAME_H

#include "base/read/cursor.h"
#include "symbols/elf/elf.h"

struct dt_frame_function {
	uint64_t addr, size;
	uint32_t entry; // its FDE: an offset in the sections
	/** The C library's __restore_rt and its like. It begins one byte before the first
	 *  instruction, because unwinders look at the byte before a return address. */
	bool is_signal;
};

/** A zeroed struct has no functions. */
struct dt_eh_frame {
	dt_vec(struct dt_frame_function) functions; // by address
	uint8_t *data;				    // both sections; owned
	size_t size, debug_at;			    // of both; where the second begins
	uint64_t addr;				    // where it is meant to lie
	bool is_32bit;
};

void dt_eh_frame_deinit(struct dt_eh_frame *f);
/** The sections of a file; what cannot be understood is left out. */
void dt_eh_frame_read(struct dt_eh_frame *f, const struct dt_elf *e);
/** The same of sections in memory, on the heap, which are taken over: .eh_frame, which is meant to
 * lie at `addr`, and from `debug_at` on .debug_frame. */
void dt_eh_frame_parse(struct dt_eh_frame *f, uint8_t *data, size_t size, size_t debug_at,
		       uint64_t addr, bool is_32bit);
/** The function that contains the address, or NULL. */
const struct dt_frame_function *dt_eh_frame_find(const struct dt_eh_frame *f, uint64_t addr);

// ---- how the caller's frame is found

/** Where a value of the caller is. */
enum dt_frame_where {
	DT_FRAME_SAME,	    // in its register, still
	DT_FRAME_SAVED,	    // in memory, at `offset` from the CFA
	DT_FRAME_COMPUTED,  // in memory, where `expression` tells
	DT_FRAME_REGISTER,  // in another register, of number `offset`
	DT_FRAME_UNDEFINED, // nowhere; of the return address: there is no caller
	DT_FRAME_OTHER,	    // elsewhere: it is to be computed itself
};

struct dt_frame_value {
	enum dt_frame_where where;
	int64_t offset;
	struct dt_cursor expression; // lies in the table
};

/**
 * Holds for the instructions at start ≤ address < end. The CFA is what the stack pointer was before
 * the call: a register and a distance, as compilers write it, or an expression, as stubs and signal
 * frames have it.
 */
struct dt_frame_row {
	uint64_t start, end;
	bool has_cfa;	       // else an expression tells
	unsigned cfa_register; // as DWARF counts them
	int64_t cfa_offset;
	struct dt_cursor cfa_expression; // lies in the table
	struct dt_frame_value bp, ra;	 // the frame pointer, the return address
	struct dt_frame_value bx;	 // dt_machine.dwarf_bx
	struct dt_frame_value sp;	 // SAME: the CFA, as of all but some signal frames
};

enum { DT_FRAME_DEPTH = 8 };

/** The rows of one function, in the order of addresses. */
struct dt_frame_rows {
	const struct dt_eh_frame *table;
	struct dt_cursor program;
	uint64_t code_align, end, ra_register;
	int64_t data_align;
	uint8_t encoding;
	size_t bytes; // of instructions, the CIE's included
	struct dt_frame_row row, first, saved[DT_FRAME_DEPTH];
	size_t n_saved;
	bool is_over;
};

/** False: the function's entry cannot be understood. */
bool dt_frame_rows_begin(struct dt_frame_rows *r, const struct dt_eh_frame *f,
			 const struct dt_frame_function *fn);
/** False: there are no more, or the rest cannot be understood. */
bool dt_frame_rows_next(struct dt_frame_rows *r, struct dt_frame_row *ret);

#endif

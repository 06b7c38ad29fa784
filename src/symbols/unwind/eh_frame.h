/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Reads .eh_frame, which stripped programs keep: the ranges of functions, and the rules to find the
 * caller's frame from each instruction. Functions that were compiled without .eh_frame may be in
 * .debug_frame.
 */
#ifndef DT_SYMBOLS_UNWIND_EH_FRAME_H
#define DT_SYMBOLS_UNWIND_EH_FRAME_H

#include "base/read/cursor.h"
#include "symbols/elf/elf.h"

/** dt_machine.signal_return. */
enum { DT_FRAME_NO_ENTRY = INT32_MAX };

struct dt_frame_function {
	uint64_t addr, size;
	uint32_t entry; // its FDE: an offset in the sections, or DT_FRAME_NO_ENTRY
	/** The C library's __restore_rt and its like. It begins one byte before the first
	 *  instruction, because unwinders look at the byte before a return address. */
	bool is_signal;
};

/** A zeroed struct has no functions. */
struct dt_eh_frame {
	dt_vec(struct dt_frame_function) functions; // by address
	uint8_t *data;				    // both sections; owned
	size_t size, debug_at;			    // size of both; start of .debug_frame
	uint64_t addr;				    // virtual address of .eh_frame
	bool is_32bit;
};

void dt_eh_frame_deinit(struct dt_eh_frame *f);
/** Reads the sections of a file. Skips entries that it cannot decode. */
void dt_eh_frame_read(struct dt_eh_frame *f, const struct dt_elf *e);
/** The same for sections in heap memory, which it takes over: .eh_frame with the virtual address
 *  `addr`, and from `debug_at` on .debug_frame. */
void dt_eh_frame_parse(struct dt_eh_frame *f, uint8_t *data, size_t size, size_t debug_at,
		       uint64_t addr, bool is_32bit);
/** Adds dt_machine.signal_return, unless a function is known there. */
void dt_eh_frame_add_signal(struct dt_eh_frame *f, uint64_t addr);
/** Adds the file's PLT, if linkers for the machine do not describe it (arch/plt.h). */
void dt_eh_frame_add_stubs(struct dt_eh_frame *f, const struct dt_elf *e);
/** Adds the file's functions that are in no table, as far as their instructions can be followed
 *  (arch/held.h). */
void dt_eh_frame_add_code(struct dt_eh_frame *f, const struct dt_elf *e);
/** Returns the function that contains the address, or NULL. */
const struct dt_frame_function *dt_eh_frame_find(const struct dt_eh_frame *f, uint64_t addr);

/** Calls `fn` for each landing pad of an exception: the address at which a function goes on when a
 *  call in it has thrown. `e` is the file with the table's sections. */
void dt_eh_frame_pads(const struct dt_eh_frame *f, const struct dt_elf *e,
		      void (*fn)(void *self, uint64_t addr), void *self);

// ---- rules to find the caller's frame

/** Location of a value of the caller. */
enum dt_frame_where {
	DT_FRAME_SAME,	    // still in its register
	DT_FRAME_SAVED,	    // in memory, at `offset` from the CFA
	DT_FRAME_COMPUTED,  // in memory, at the address that `expression` computes
	DT_FRAME_REGISTER,  // in another register, of number `offset`
	DT_FRAME_UNDEFINED, // lost; for the return address: there is no caller
	DT_FRAME_OTHER,	    // an expression computes the value itself
};

struct dt_frame_value {
	enum dt_frame_where where;
	int64_t offset;
	struct dt_cursor expression; // in the table
};

/**
 * Applies to the instructions at start ≤ address < end. The CFA is the value of the stack pointer
 * before the call. Compilers write it as a register and a distance, stubs and signal frames as an
 * expression.
 */
struct dt_frame_row {
	uint64_t start, end;
	bool has_cfa;	       // as a register and a distance; else an expression
	unsigned cfa_register; // DWARF number
	int64_t cfa_offset;
	struct dt_cursor cfa_expression; // in the table
	struct dt_frame_value bp, ra;	 // the frame pointer, the return address
	struct dt_frame_value extra;	 // dt_machine.dwarf_extra
	struct dt_frame_value sp;	 // SAME: the CFA, except in some signal frames
};

enum { DT_FRAME_DEPTH = 8 };

/** The rows of one function, in the order of addresses. */
struct dt_frame_rows {
	const struct dt_eh_frame *table;
	struct dt_cursor program;
	uint64_t code_align, end, ra_register;
	int64_t data_align;
	uint8_t encoding;
	size_t bytes; // of instructions, including the CIE's
	struct dt_frame_row row, first, saved[DT_FRAME_DEPTH];
	size_t n_saved;
	bool is_over;
};

/** Begins with a function. Returns false if its entry cannot be decoded. */
bool dt_frame_rows_begin(struct dt_frame_rows *r, const struct dt_eh_frame *f,
			 const struct dt_frame_function *fn);
/** Returns false if there are no more rows, or if the rest cannot be decoded. */
bool dt_frame_rows_next(struct dt_frame_rows *r, struct dt_frame_row *ret);

#endif

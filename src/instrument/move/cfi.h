/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Unwinding tables of placed code, in the form of .eh_frame and .eh_frame_hdr.
 *
 * The tables say that the interrupted code has called the stub. The caller's pc is the instruction
 * that the thread would execute if there were no stub, and the CFA is the original stack pointer.
 * Registers that the stub has saved are where it has saved them. So an unwinder finds the original
 * function, whose own tables lead to its handlers of exceptions.
 *
 * The return address is one byte behind the beginning of the instruction, since unwinders look one
 * byte before it. (A signal frame would not need that. But the unwinder of GCC tells frames apart
 * by their CFA, and that of a copy's signal frame is the CFA of the frame below.)
 *
 * Decision: docs/dev/decisions/0143-stubs-have-unwinding-tables.md
 */
#ifndef DT_INSTRUMENT_CFI_H
#define DT_INSTRUMENT_CFI_H

#include "base/vec.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { DT_CFI_REGS = 16 };

/** How the caller's pc is found. */
enum dt_cfi_kind {
	DT_CFI_AT,	 // `pc` is the address of the instruction that has been interrupted
	DT_CFI_COPY,	 // the same is the distance of `pc` from the pc: a copy bit by bit
	DT_CFI_FUNCTION, // the return address is the upper word of the stack in use
};

/** Where the interrupted code's registers are, at an instruction of placed code. */
struct dt_cfi_state {
	enum dt_cfi_kind kind;
	uint64_t pc;
	uint32_t depth; // bytes of stack in use
	/** Registers that are saved, a bit each, in the order of machine code: on the stack, `at`
	 *  bytes below the CFA, and in the level, `at` bytes from its beginning. */
	uint32_t on_stack, in_level;
	int32_t at[DT_CFI_REGS];
};

/** An entry of .eh_frame. */
struct dt_cfi_entry {
	uint64_t begin, end; // addresses in the target
	size_t offset;	     // in `bytes`
};

/** The entry to which rows are added. */
struct dt_cfi_open {
	struct dt_cfi_state last; // row
	uint64_t last_at;	  // address at which this row begins
	unsigned n_rows;	  // 0: no entry is open
};

/** Tables under construction. */
struct dt_cfi {
	dt_vec(uint8_t) bytes; // .eh_frame, whose addresses are not filled in
	dt_vec(struct dt_cfi_entry) entries;
	struct dt_cfi_open open;
};

struct dt_copy;

/** Adds a row: the state from the address `at` on, until the next row or dt_cfi_end(). Rows ascend
 *  between two calls of dt_cfi_end(). `f` may be NULL here and below. */
void dt_cfi_add(struct dt_cfi *f, uint64_t at, const struct dt_cfi_state *state);
/** Ends the rows at an address. */
void dt_cfi_end(struct dt_cfi *f, uint64_t at);
/** Adds the rows of a routine that saves registers only by pushes, each of which has its pop
 *  behind it: code of an area from `begin` to the area's end. */
void dt_cfi_add_routine(struct dt_cfi *f, const struct dt_copy *area, uint64_t begin);

/** A state to which tables can return. */
struct dt_cfi_mark {
	size_t n_bytes, n_entries;
	struct dt_cfi_open open;
};
struct dt_cfi_mark dt_cfi_mark(const struct dt_cfi *f);
void dt_cfi_return(struct dt_cfi *f, const struct dt_cfi_mark *to);
/** Appends the finished tables to an area, and returns the address of .eh_frame_hdr; 0: there are
 *  none, or they take more than `room` bytes, or describe code that is too far. */
uint64_t dt_cfi_finish(struct dt_cfi *f, struct dt_copy *area, size_t room);
void dt_cfi_deinit(struct dt_cfi *f);

#endif

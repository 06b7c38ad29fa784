/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Locations of values.
 *
 *	memory.c  loads, stores and copies     foreign.c  kernel and process memory
 *	bits.c    bit-fields                   kernel.c   offsets and addresses of the kernel
 *	own.c     stores through pointers      self.c     the current thread's struct
 */
#ifndef DT_LOWER_PLACE_H
#define DT_LOWER_PLACE_H

#include "lower/firing/gen.h"

enum dt_place_kind {
	DT_PLACE_REG,	   // a register: base
	DT_PLACE_MEM,	   // D's own memory
	DT_PLACE_NULLABLE, // D's own memory, or all bytes are 0 if base is 0
	DT_PLACE_KERNEL,   // memory of the kernel or of D, read by READ
	DT_PLACE_USER,	   // process memory, read by READ_USER
};
struct dt_place {
	enum dt_place_kind kind;
	dt_reg base, index; // index: bounded byte offset to add, or 0
	int64_t off;
	bool scratch; // memory of this firing only, with any alignment
	unsigned bit_off,
	    bit_width; // width 0: not a bit-field; bit_off is within the unit at `off`
	bool bytewise; // in a packed struct: bit_off is within the byte at `off`, the field crosses
		       // units
	const struct dt_type *type;
};

// ---- memory.c
dt_reg dt_place_load(struct dt_gen *g, const struct dt_place *p);
void dt_place_store(struct dt_gen *g, const struct dt_place *p, dt_reg value);
/** Returns the address of a place in D's own memory, for direct access. */
dt_reg dt_place_direct(struct dt_gen *g, const struct dt_place *p);
/** Returns the address as the value of an expression: a number. */
dt_reg dt_place_address(struct dt_gen *g, const struct dt_place *p);
/** Copies `size` bytes of a place to memory; zeros if the place does not exist. */
void dt_place_copy(struct dt_gen *g, dt_reg dst, int64_t off, const struct dt_place *p,
		   uint32_t size);

// ---- bits.c
/** Changes the place from a struct of `whole` bytes at p->off to its bit-field of type p->type. */
void dt_place_bits(struct dt_place *p, uint64_t bit_offset, unsigned bit_width, uint64_t whole);
/** Returns the number of bytes that a load or a store of the scalar in the place accesses. */
uint32_t dt_place_bytes(const struct dt_place *p);
/** Returns the value of a bit-field from its unit, which was loaded zero-extended. */
dt_reg dt_bits_extract(struct dt_gen *g, const struct dt_place *p, dt_reg unit);
/** Returns the unit with the bit-field set to the value. */
dt_reg dt_bits_insert(struct dt_gen *g, const struct dt_place *p, dt_reg unit, dt_reg value);
/** These access a bit-field at base + off that crosses units (bytewise). */
dt_reg dt_bits_load(struct dt_gen *g, const struct dt_place *p, dt_reg base, int64_t off);
void dt_bits_store(struct dt_gen *g, const struct dt_place *p, dt_reg base, int64_t off,
		   dt_reg value);

// ---- foreign.c
/** Returns the address of the place as a number. */
dt_reg dt_foreign_address(struct dt_gen *g, const struct dt_place *p);
/** Reads `size` bytes of the place into memory. Raises a fault on failure. */
void dt_foreign_read(struct dt_gen *g, dt_reg dst, uint32_t size, const struct dt_place *p);

// ---- self.c
/** Returns the address of the current thread's struct, or 0 if it has none. */
dt_reg dt_gen_self(struct dt_gen *g);
/** The same, but creates a missing struct. On failure, counts a drop and jumps to `fail`. */
dt_reg dt_gen_self_create(struct dt_gen *g, dt_label fail);
/** Returns the first word of keys of a thread's elements: its id from PID_TGID, below the bits of
 * `number`. */
dt_reg dt_gen_thread_word(struct dt_ir_func *f, dt_reg pid_tgid, uint64_t number);
/** Notes that the thread has elements of self-> arrays. On failure, counts a drop and jumps to
 * `fail`. */
void dt_gen_thread_mark(struct dt_gen *g, dt_label fail);

// ---- own.c
/** Resets the memory of alloca() at the start of a clause. */
void dt_gen_own_begin(struct dt_gen *g);
/** Prepares a pointer's target for writing. Raises a fault unless it is D's own memory. */
void dt_place_own(struct dt_gen *g, struct dt_place *p);

// ---- kernel.c
/** Returns the address of a kernel variable, or of this CPU's copy. */
dt_reg dt_gen_kernel_address(struct dt_gen *g, const struct dt_node *n);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Locations of values.
 *
 *	place.c   variables, elements, members, targets of pointers
 *	memory.c  loads, stores and copies                assoc.c   tuples and associative arrays
 *	bits.c    bit-fields                              foreign.c kernel and process memory
 *	own.c     stores through pointers                 object.c  members of kernel objects
 *	kernel.c  offsets and addresses of the kernel
 */
#ifndef DT_LOWER_PLACE_H
#define DT_LOWER_PLACE_H

#include "lower/state/state.h"

// ---- place.c
enum dt_place_kind {
	DT_PLACE_REG,	   // a register: base
	DT_PLACE_MEM,	   // D's own memory
	DT_PLACE_NULLABLE, // D's own memory, or all bytes are 0 if base is 0
	DT_PLACE_KERNEL,   // kernel memory, read by READ_KERNEL
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
struct dt_place dt_gen_place(struct dt_gen *g, const struct dt_node *n);
/** Changes the place from a struct of `whole` bytes at p->off to its bit-field of type p->type. */
void dt_place_bits(struct dt_place *p, uint64_t bit_offset, unsigned bit_width, uint64_t whole);
/** Returns a place for writing: D's own memory or a register. Creates missing elements; on failure,
 * counts a drop and jumps to `fail`. */
struct dt_place dt_gen_place_write(struct dt_gen *g, const struct dt_node *n, dt_label fail);
bool dt_node_has_place(const struct dt_node *n);
/** Returns the variable or element of an associative array whose memory contains the node, or NULL
 * if the node is behind a pointer. */
const struct dt_node *dt_node_root(const struct dt_node *n);
/** Returns the address of the current thread's struct, or 0 if it has none. */
dt_reg dt_gen_self(struct dt_gen *g);
/** The same, but creates a missing struct. On failure, counts a drop and jumps to `fail`. */
dt_reg dt_gen_self_create(struct dt_gen *g, dt_label fail);

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

// ---- assoc.c
/** Evaluates an expression and writes it to memory in the field's format. */
void dt_gen_store_field(struct dt_gen *g, const struct dt_node *expr, dt_reg dst, int64_t off,
			const struct dt_field *field);
/** A packed key, released with dt_gen_key_release(). It has at least `room` bytes of memory. If
 * that exceeds its size, it is padded with zeros to a whole piece (abi/cells.h). */
struct dt_key {
	dt_reg addr;
	unsigned taken; // stack, index + 1; 0: scratch
};
struct dt_key dt_gen_key(struct dt_gen *g, const struct dt_lower_var *v, const struct dt_node *list,
			 uint32_t room);
void dt_gen_key_release(struct dt_gen *g, struct dt_key k);
struct dt_place dt_gen_assoc_place(struct dt_gen *g, const struct dt_node *n);
struct dt_place dt_gen_assoc_write(struct dt_gen *g, const struct dt_node *n, dt_label fail);
/** Change an element in place. The first function returns its key, the second its place. The third,
 * called after the change, deletes an element that became 0; a change by another CPU at the same
 * moment is then lost. */
struct dt_key dt_gen_assoc_key(struct dt_gen *g, const struct dt_node *n);
struct dt_place dt_gen_assoc_change(struct dt_gen *g, const struct dt_node *n, struct dt_key k,
				    dt_label fail);
void dt_gen_assoc_changed(struct dt_gen *g, const struct dt_node *n, struct dt_key k,
			  const struct dt_place *p);
/** Returns the address of the element, and creates it from `zero` if it does not exist. On failure,
 * counts a drop and jumps to `fail`. */
dt_reg dt_gen_element(struct dt_gen *g, unsigned map, dt_reg key, dt_reg zero, enum dt_drop cause,
		      dt_label fail);
/** Generates element = value. */
void dt_gen_assoc_assign(struct dt_gen *g, const struct dt_node *n, const struct dt_node *rhs,
			 dt_reg value);

// ---- own.c
/** Resets the memory of alloca() at the start of a clause. */
void dt_gen_own_begin(struct dt_gen *g);
/** Prepares a pointer's target for writing. Raises a fault unless it is D's own memory. */
void dt_place_own(struct dt_gen *g, struct dt_place *p);

// ---- object.c
/** Reports whether the node is a scalar member of a kernel object that can be loaded directly, such
 * as curthread->group_leader->pid. */
bool dt_node_in_object(const struct dt_node *n);
/** Returns its value. Raises a fault if a pointer on the way is NULL. */
dt_reg dt_gen_object_member(struct dt_gen *g, const struct dt_node *n);

// ---- kernel.c
/** Writes the offset of a member (dt_gen_offset()) of a struct with this tag. Returns false if
 * there is none. */
bool dt_lower_offset(struct dt_lower *l, const char *type, const char *member, uint32_t *ret);
/** Returns the address of a kernel variable, or of this CPU's copy. */
dt_reg dt_gen_kernel_address(struct dt_gen *g, const struct dt_node *n);

#endif

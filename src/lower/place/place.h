/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Where values lie.
 *
 *	place.c   variables, elements, members, targets of pointers
 *	memory.c  loads, stores and copies                assoc.c   tuples and associative arrays
 *	bits.c    bit-fields                              foreign.c memory that is not D's
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
	DT_PLACE_NULLABLE, // D's own memory, or base is 0: then all its bytes are 0
	DT_PLACE_KERNEL,   // the kernel's: read by READ_KERNEL
	DT_PLACE_USER,	   // the process's: read by READ_USER
};
struct dt_place {
	enum dt_place_kind kind;
	dt_reg base, index; // index: bounded byte offset to be added, or 0
	int64_t off;
	bool scratch; // memory of this firing alone, of any alignment
	unsigned bit_off,
	    bit_width; // width 0: not a bit-field; bit_off is within the unit at `off`
	bool bytewise; // ... or, in a packed struct, within the byte there: it crosses units
	const struct dt_type *type;
};
struct dt_place dt_gen_place(struct dt_gen *g, const struct dt_node *n);
/** Make a struct of `whole` bytes, at p->off, its member of p->type: a bit-field. */
void dt_place_bits(struct dt_place *p, uint64_t bit_offset, unsigned bit_width, uint64_t whole);
/** The same, to be written: D's own memory or a register. What does not exist is created; a failure
 *  is counted and goes to `fail`. */
struct dt_place dt_gen_place_write(struct dt_gen *g, const struct dt_node *n, dt_label fail);
bool dt_node_has_place(const struct dt_node *n);
/** The variable, or element of an associative array, in whose memory the node lies; NULL: it is
 *  behind a pointer. */
const struct dt_node *dt_node_root(const struct dt_node *n);
/** Address of the current thread's struct, 0 if it has none. */
dt_reg dt_gen_self(struct dt_gen *g);
/** The same, created if the thread has none; a failure is counted and goes to `fail`. */
dt_reg dt_gen_self_create(struct dt_gen *g, dt_label fail);

// ---- memory.c
dt_reg dt_place_load(struct dt_gen *g, const struct dt_place *p);
void dt_place_store(struct dt_gen *g, const struct dt_place *p, dt_reg value);
/** The address of D's own memory, for direct access. */
dt_reg dt_place_direct(struct dt_gen *g, const struct dt_place *p);
/** The address as the value of an expression: a number. */
dt_reg dt_place_address(struct dt_gen *g, const struct dt_place *p);
/** Copy `size` bytes of a place to memory; a place that does not exist gives zeros. */
void dt_place_copy(struct dt_gen *g, dt_reg dst, int64_t off, const struct dt_place *p,
		   uint32_t size);

// ---- bits.c
/** Bytes that a load of the scalar in the place reads, and a store writes. */
uint32_t dt_place_bytes(const struct dt_place *p);
/** The bits of a unit that was loaded zero-extended, as the value of the bit-field. */
dt_reg dt_bits_extract(struct dt_gen *g, const struct dt_place *p, dt_reg unit);
/** The unit with the bit-field set to the value. */
dt_reg dt_bits_insert(struct dt_gen *g, const struct dt_place *p, dt_reg unit, dt_reg value);
/** A bit-field that is not within one unit (bytewise), at base + off. */
dt_reg dt_bits_load(struct dt_gen *g, const struct dt_place *p, dt_reg base, int64_t off);
void dt_bits_store(struct dt_gen *g, const struct dt_place *p, dt_reg base, int64_t off,
		   dt_reg value);

// ---- foreign.c
/** The address of the place, as a number. */
dt_reg dt_foreign_address(struct dt_gen *g, const struct dt_place *p);
/** Read `size` bytes of the place into memory; a failure is a fault. */
void dt_foreign_read(struct dt_gen *g, dt_reg dst, uint32_t size, const struct dt_place *p);

// ---- assoc.c
/** Write one datum to memory as the field says. */
void dt_gen_store_field(struct dt_gen *g, const struct dt_node *expr, dt_reg dst, int64_t off,
			const struct dt_field *field);
/** A packed key; released with dt_gen_key_release(). It lies in at least `room` bytes, and if that
 *  is more than its size there are zeros behind it, up to a whole piece (abi/cells.h). */
struct dt_key {
	dt_reg addr;
	unsigned taken; // stack, index + 1; 0: scratch
};
struct dt_key dt_gen_key(struct dt_gen *g, const struct dt_lower_var *v, const struct dt_node *list,
			 uint32_t room);
void dt_gen_key_release(struct dt_gen *g, struct dt_key k);
struct dt_place dt_gen_assoc_place(struct dt_gen *g, const struct dt_node *n);
struct dt_place dt_gen_assoc_write(struct dt_gen *g, const struct dt_node *n, dt_label fail);
/** An element that is changed in place: its key, its place, and what comes after, when one that has
 *  become 0 is freed. A change by another CPU at that very moment is lost with it. */
struct dt_key dt_gen_assoc_key(struct dt_gen *g, const struct dt_node *n);
struct dt_place dt_gen_assoc_change(struct dt_gen *g, const struct dt_node *n, struct dt_key k,
				    dt_label fail);
void dt_gen_assoc_changed(struct dt_gen *g, const struct dt_node *n, struct dt_key k,
			  const struct dt_place *p);
/** Address of the element, created from `zero` if it does not exist; or a drop, and on to `fail`.
 */
dt_reg dt_gen_element(struct dt_gen *g, unsigned map, dt_reg key, dt_reg zero, enum dt_drop cause,
		      dt_label fail);
/** element = value. */
void dt_gen_assoc_assign(struct dt_gen *g, const struct dt_node *n, const struct dt_node *rhs,
			 dt_reg value);

// ---- own.c
/** A clause begins, to which alloca() has not given anything. */
void dt_gen_own_begin(struct dt_gen *g);
/** Prepare a pointer's target for writing: afterwards it is D's own memory, or the clause has
 *  faulted. */
void dt_place_own(struct dt_gen *g, struct dt_place *p);

// ---- object.c
/** Is it a scalar member of a kernel object that loads can reach: curthread->group_leader->pid? */
bool dt_node_in_object(const struct dt_node *n);
/** Its value; faults on a link that is NULL. */
dt_reg dt_gen_object_member(struct dt_gen *g, const struct dt_node *n);

// ---- kernel.c
/** Bytes to a member, as of dt_gen_offset(), of a struct of that tag; false: it has none. */
bool dt_lower_offset(struct dt_lower *l, const char *type, const char *member, uint32_t *ret);
/** The address of the kernel variable, of this CPU's if each has one. */
dt_reg dt_gen_kernel_address(struct dt_gen *g, const struct dt_node *n);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Expressions.
 *
 *	expr.c       scalars             cond.c       conditions as branches
 *	string.c     strings             compare.c    their comparison
 *	float.c      floating point      effect.c     statements
 *	lvalue.c     places of variables, elements, members, targets of pointers
 *	assoc.c      associative arrays  object.c     members of kernel objects
 *	field.c      fields of keys      arg.c        arguments of the probe
 *	assign.c     assignments         agg.c        aggregations
 *	translate.c  whole translations  cells.c      cells of aggregations
 */
#ifndef DT_LOWER_VALUE_H
#define DT_LOWER_VALUE_H

#include "lower/place/place.h"

// ---- expr.c
/** Converts a value to the type: truncates it to the width and extends it by the sign. */
dt_reg dt_gen_normalize(struct dt_gen *g, dt_reg r, const struct dt_type *type);
/** Returns a OP b in 64 bits, signed if the type is. Raises a fault on division by 0. */
dt_reg dt_gen_arith(struct dt_gen *g, enum dt_op op, const struct dt_type *type, dt_reg a,
		    dt_reg b);
bool dt_node_const(const struct dt_node *n, int64_t *value);
/** Returns the size of an element of a pointer or array. */
uint64_t dt_type_step(const struct dt_type *pointer);

// ---- lvalue.c
struct dt_place dt_gen_place(struct dt_gen *g, const struct dt_node *n);
/** Returns a place for writing: D's own memory or a register. Creates missing elements; on failure,
 * counts a drop and jumps to `fail`. */
struct dt_place dt_gen_place_write(struct dt_gen *g, const struct dt_node *n, dt_label fail);

// ---- assoc.c
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

// ---- object.c
/** Reports whether the node is a scalar member of a kernel object that can be loaded directly, such
 * as curthread->group_leader->pid. */
bool dt_node_in_object(const struct dt_node *n);
/** Returns its value. Raises a fault if a pointer on the way is NULL. */
dt_reg dt_gen_object_member(struct dt_gen *g, const struct dt_node *n);

// ---- field.c
/** Describes a datum of a tuple (`is_key`) or a record: kind, size and type. The caller sets the
 * offset. */
void dt_lower_field(struct dt_gen *g, const struct dt_node *expr, bool is_key,
		    struct dt_field *field);
/** Adds a use of an identifier's tuple: widens its fields to hold these expressions, too. */
void dt_tuple_merge(struct dt_gen *g, struct dt_ident *id, const struct dt_node *list);
/** Evaluates an expression and writes it to memory in the field's format. */
void dt_gen_store_field(struct dt_gen *g, const struct dt_node *expr, dt_reg dst, int64_t off,
			const struct dt_field *field);

// ---- effect.c
/** Evaluates an expression for its effect. */
void dt_gen_effect(struct dt_gen *g, const struct dt_node *n);

// ---- float.c
/** Computes + - * / of doubles. */
dt_reg dt_gen_float_arith(struct dt_gen *g, enum dt_op op, dt_reg a, dt_reg b);
dt_reg dt_gen_float_negate(struct dt_gen *g, dt_reg r);
/** Returns non-zero if the comparison of two doubles is true. */
dt_reg dt_gen_float_compare(struct dt_gen *g, enum dt_op op, dt_reg a, dt_reg b);
/** Converts a number. At least one of the types is floating point. */
dt_reg dt_gen_float_cast(struct dt_gen *g, dt_reg r, const struct dt_type *from,
			 const struct dt_type *to);

// ---- cond.c
/** Jumps to `label` if the truth of `n` is `want`. Returns the length of the cache that is valid on
 * both paths; later entries are only valid where the code falls through. */
unsigned dt_gen_cond(struct dt_gen *g, const struct dt_node *n, bool want, dt_label label);
/** Returns the truth as 0 or 1. */
dt_reg dt_gen_truth(struct dt_gen *g, const struct dt_node *n);
bool dt_node_is_compare(const struct dt_node *n);

// ---- string.c
/** Reports whether the string can be NULL. Needs the layout. */
bool dt_node_may_be_null(const struct dt_node *n);
/** Reports whether the node is a string at a computed address: stringof(pointer). */
bool dt_node_from_address(const struct dt_node *n);
/** Evaluates a string into memory. NULL becomes "". */
void dt_gen_string_or_empty(struct dt_gen *g, const struct dt_node *n, dt_reg dst, uint32_t cap);
/** Returns the address of a string in strsize bytes, for runtime functions. NULL raises a fault, or
 * becomes "". */
dt_reg dt_gen_string_whole(struct dt_gen *g, const struct dt_node *n, bool null_is_empty);
/** Evaluates a string that may be NULL into strsize bytes of scratch memory. *is_null becomes 0
 * or 1. */
dt_reg dt_gen_string_nullable(struct dt_gen *g, const struct dt_node *n, dt_reg *is_null);
/** Returns the address of the string as a number; 0 for NULL. */
dt_reg dt_gen_string_address(struct dt_gen *g, const struct dt_node *n);
/** Writes whether the variable at `p` is NULL to its mark, if it has one. */
void dt_gen_string_mark(struct dt_gen *g, const struct dt_node *var, const struct dt_place *p,
			bool is_null);

// ---- compare.c
void dt_gen_string_cond(struct dt_gen *g, const struct dt_node *n, bool want, dt_label label);

// ---- assign.c
/** These generate ASSIGN and the increments. They return 0 (no register) unless `want`. */
dt_reg dt_gen_assign(struct dt_gen *g, const struct dt_node *n, bool want);
dt_reg dt_gen_increment(struct dt_gen *g, const struct dt_node *n, bool want);

// ---- agg.c
void dt_gen_aggregate(struct dt_gen *g, const struct dt_node *n);

// ---- cells.c
/** Returns the address of the value in this CPU's cell of the key, and creates the cell if there is
 * none. Jumps to `none` on failure. */
dt_reg dt_gen_cell(struct dt_gen *g, const struct dt_agg_desc *a, dt_reg key, dt_label none);

// ---- translate.c
/** Evaluates a translation to a struct in scratch memory. */
struct dt_place dt_gen_translation(struct dt_gen *g, const struct dt_node *n);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Expressions.
 *
 *	expr.c       scalars             cond.c       conditions as branches
 *	string.c     strings             compare.c    their comparison
 *	float.c      floating point
 *	assign.c     assignments         agg.c        aggregations
 *	translate.c  whole translations  cells.c      where their values lie
 */
#ifndef DT_LOWER_VALUE_H
#define DT_LOWER_VALUE_H

#include "lower/place/place.h"

// ---- expr.c
/** The value converted to the type: cut to its width and extended by its sign. */
dt_reg dt_gen_normalize(struct dt_gen *g, dt_reg r, const struct dt_type *type);
/** a OP b in 64 bits, by the sign of the type; faults on a division by 0. */
dt_reg dt_gen_arith(struct dt_gen *g, enum dt_op op, const struct dt_type *type, dt_reg a,
		    dt_reg b);
/** A register times a constant. */
dt_reg dt_gen_scale(struct dt_gen *g, dt_reg r, uint64_t by);
bool dt_node_const(const struct dt_node *n, int64_t *value);
/** Bytes that a pointer or array advances by one element. */
uint64_t dt_type_step(const struct dt_type *pointer);
/** Does the type hold its value in memory: string, struct, union, array? */
bool dt_type_in_memory(const struct dt_type *t);
/** Is it an associative element? */
bool dt_node_is_assoc(const struct dt_node *n);
/** ... or a long self-> variable, which is one whose only key is the thread? Once all is laid out.
 */
bool dt_node_is_element(const struct dt_node *n);

// ---- float.c
/** + - * / of doubles. */
dt_reg dt_gen_float_arith(struct dt_gen *g, enum dt_op op, dt_reg a, dt_reg b);
dt_reg dt_gen_float_negate(struct dt_gen *g, dt_reg r);
/** Not 0 if the comparison of two doubles is true. */
dt_reg dt_gen_float_compare(struct dt_gen *g, enum dt_op op, dt_reg a, dt_reg b);
/** A number converted; one of the types is floating point. */
dt_reg dt_gen_float_cast(struct dt_gen *g, dt_reg r, const struct dt_type *from,
			 const struct dt_type *to);

// ---- cond.c
/** Jump to `label` if the truth of `n` is `want`. Returns how much of the cache is valid both there
 *  and behind; what was cached beyond is only valid where the code falls through. */
unsigned dt_gen_cond(struct dt_gen *g, const struct dt_node *n, bool want, dt_label label);
/** The truth as 0 or 1. */
dt_reg dt_gen_truth(struct dt_gen *g, const struct dt_node *n);
bool dt_node_is_compare(const struct dt_node *n);

// ---- string.c
/** Can the string be NULL? Once all is laid out. */
bool dt_node_may_be_null(const struct dt_node *n);
/** Is it a string that lies at a computed address: stringof(pointer)? */
bool dt_node_from_address(const struct dt_node *n);
/** Evaluate into memory; NULL is "". */
void dt_gen_string_or_empty(struct dt_gen *g, const struct dt_node *n, dt_reg dst, uint32_t cap);
/** A string in strsize bytes that a runtime function may be handed; NULL is a fault, or "". */
dt_reg dt_gen_string_whole(struct dt_gen *g, const struct dt_node *n, bool null_is_empty);
/** A string that may be NULL, in strsize bytes of scratch memory; *is_null is 0 or 1. */
dt_reg dt_gen_string_nullable(struct dt_gen *g, const struct dt_node *n, dt_reg *is_null);
/** The address of the string as a number; of NULL 0. */
dt_reg dt_gen_string_address(struct dt_gen *g, const struct dt_node *n);
/** Note that the variable at `p`, if it is one that keeps account, is NULL or is not. */
void dt_gen_string_mark(struct dt_gen *g, const struct dt_node *var, const struct dt_place *p,
			bool is_null);
/** Copy a string between memories of D. */
void dt_gen_string_copy(struct dt_gen *g, dt_reg dst, uint32_t cap, dt_reg src);

// ---- compare.c
void dt_gen_string_cond(struct dt_gen *g, const struct dt_node *n, bool want, dt_label label);

// ---- assign.c
/** ASSIGN and the increments. The value is 0 (no register) unless it is wanted. */
dt_reg dt_gen_assign(struct dt_gen *g, const struct dt_node *n, bool want);
dt_reg dt_gen_increment(struct dt_gen *g, const struct dt_node *n, bool want);

// ---- agg.c
void dt_gen_aggregate(struct dt_gen *g, const struct dt_node *n);

// ---- cells.c
/** The address of the value in the cell of this CPU and the key, which is made if there is none; on
 *  to `none` if it cannot be. */
dt_reg dt_gen_cell(struct dt_gen *g, const struct dt_agg_desc *a, dt_reg key, dt_label none);

// ---- translate.c
/** The struct that the translation makes, in memory of its own. */
struct dt_place dt_gen_translation(struct dt_gen *g, const struct dt_node *n);

#endif

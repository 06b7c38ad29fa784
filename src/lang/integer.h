/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The integers of D. Registers have 64 bits, and operators do not truncate: a node has C's type,
 * but its value may have more bits than the type. The type determines the meaning of / % >> and
 * comparisons. Only a CAST truncates. The semantic pass inserts one before a store to a variable of
 * declared type. It also inserts one if a value is recorded (as a key, an aggregated value or an
 * argument of an action) and its type comes from declarations.
 */
#ifndef DT_LANG_INTEGER_H
#define DT_LANG_INTEGER_H

#include "lang/ast.h"

/** Returns the integer's type in arithmetic, by C's integer promotion. */
const struct dt_type *dt_node_promoted(struct dt_universe *u, const struct dt_node *n);
/** Returns the common type of two integer operands. */
const struct dt_type *dt_node_arith(struct dt_universe *u, const struct dt_node *a,
				    const struct dt_node *b);

/** Reports whether the type can represent all values of the node, so that conversion is a no-op. */
bool dt_node_fits(const struct dt_node *n, const struct dt_type *type);
/** Reports whether the node is an undeclared integer variable, or an element of one. It holds 64
 * bits. */
bool dt_node_is_wide(const struct dt_node *n);

/** Reports whether the value derives, by operators that do not truncate, from an undeclared integer
 * variable or from a constant beyond its type. */
bool dt_node_is_undeclared(const struct dt_node *n);

/** Returns the type of the variable, or of its element, in memory. Undeclared integers have 64
 * bits, whatever the type of their first assignment. */
const struct dt_type *dt_ident_storage(struct dt_universe *u, const struct dt_ident *id);
/** The same for the variable or element that the node names. */
const struct dt_type *dt_node_storage(struct dt_universe *u, const struct dt_node *n);

#endif

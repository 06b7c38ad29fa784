/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The integers of D. Registers have 64 bits, and nothing is cut between operators: a node's type is
 * C's, but its value may have more bits than the type. The type decides what / % >> and comparisons
 * mean. What cuts is a CAST, of which the semantic pass also makes one where a value is stored in
 * something of declared type, or is recorded, as a key, an aggregated value or an argument of an
 * action, and its type comes from declarations.
 */
#ifndef DT_LANG_INTEGER_H
#define DT_LANG_INTEGER_H

#include "lang/ast.h"

/** The type in which the integer takes part in arithmetic: C's integer promotion. */
const struct dt_type *dt_node_promoted(struct dt_universe *u, const struct dt_node *n);
/** Common type of two integer operands. */
const struct dt_type *dt_node_arith(struct dt_universe *u, const struct dt_node *a,
				    const struct dt_node *b);

/** Is the value, whatever it is at run time, one of the type: would a conversion change nothing? */
bool dt_node_fits(const struct dt_node *n, const struct dt_type *type);
/** Is it a variable without declaration, or an element of one, that holds any integer? */
bool dt_node_is_wide(const struct dt_node *n);

/** Does the value come, by operators that cut nothing, from something that has its type from no
 *  declaration: such a variable, or a constant beyond its type? */
bool dt_node_is_undeclared(const struct dt_node *n);

/** The type as which the variable, or an element of it, lies in memory: 64 bits of an integer that
 *  is not declared, whatever was assigned to it first. */
const struct dt_type *dt_ident_storage(struct dt_universe *u, const struct dt_ident *id);
/** The same of what the node names. */
const struct dt_type *dt_node_storage(struct dt_universe *u, const struct dt_node *n);

#endif

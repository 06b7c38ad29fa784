/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The program of a group.
 *
 *	group.c   the whole program, ERROR, the dispatcher    clause.c  clauses and statements
 *	chain.c   splits large programs                       exits.c   exits for faults
 *	layout.c  one walk over all clauses; creation and results of a compilation
 */
#ifndef DT_LOWER_PROGRAM_H
#define DT_LOWER_PROGRAM_H

#include "lower/firing/gen.h"

// ---- group.c
void dt_gen_loc(struct dt_gen *g, struct dt_loc loc);
/** Generates the prologue and the epilogue after the last clause of the program. */
void dt_gen_prog_end(struct dt_gen *g);

// ---- clause.c
void dt_gen_clause(struct dt_gen *g, const struct dt_lower_clause *c, size_t at);

// ---- exits.c
/** Generates the fault exits of the clause or of its part in this program. */
void dt_gen_fault_exits(struct dt_gen *g);

// ---- chain.c
void dt_chain_init(struct dt_chain *ch, struct dt_lower *l, const struct dt_lower_group *group);
/** Begins the next program of the chain and resets *g. */
void dt_gen_part_begin(struct dt_gen *g);
/** Reports whether the program is large enough to be cut here, before clause `at` of the group, or
 * before the predicate or statement that comes first there. */
bool dt_gen_is_full(const struct dt_gen *g, size_t at, const struct dt_node *predicate,
		    const struct dt_node *statement);
/** Continues in a new program, with the same slot if `hold`. */
void dt_gen_part_cut(struct dt_gen *g, bool hold);
/** The same within a clause. */
void dt_gen_clause_cut(struct dt_gen *g);
/** Reports whether clauses before `at` share this-> variables with later ones. */
bool dt_gen_shares_this(const struct dt_gen *g, size_t at);

#endif

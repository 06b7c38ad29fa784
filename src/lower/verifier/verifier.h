/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * What is done for the verifier's sake.
 */
#ifndef DT_LOWER_VERIFIER_H
#define DT_LOWER_VERIFIER_H

#include "lower/builtin.h"

enum {
	DT_LOWER_FEW_CLAUSES = 32, // up to here predicates are branches to the clause's end
	DT_LOWER_FEW_CONDS = 6,	   // of a clause: the verifier may learn from them
};

/**
 * The programs of a group, one tail-calling the next. What crosses from one to another lies in the
 * claimed slot, which is then handed on instead of being released.
 */
struct dt_chain {
	uint32_t number;
	bool this_in_memory; // this-> scalars lie in the frame, not in registers
	size_t part_size;    // instructions of IR after which the first program is cut
	unsigned part;	     // of the program that is being generated, from 0
	unsigned map;	     // 0: not cut yet
	bool held;	     // this program got its slot from the one before
	bool has_time;	     // and the time of the firing in it
	bool is_complete;    // no clause follows
	struct dt_ir_prog *first, *last;
};

// ---- chain.c
void dt_chain_init(struct dt_chain *ch, struct dt_lower *l, const struct dt_lower_group *group);
/** Begin the next program of the chain; *g forgets the one before. */
void dt_gen_part_begin(struct dt_gen *g);
/** Is the program so large that it is to be cut here, before clause `at` of the group? */
bool dt_gen_is_full(const struct dt_gen *g, size_t at);
/** Go on in a new program. `hold`: with the same slot. */
void dt_gen_part_cut(struct dt_gen *g, bool hold);
/** Within a clause. */
void dt_gen_clause_cut(struct dt_gen *g);
/** Do clauses before `at` share this-> variables with those from there on? */
bool dt_gen_shares_this(const struct dt_gen *g, size_t at);

#endif

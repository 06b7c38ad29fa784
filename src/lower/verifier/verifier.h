/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Code that exists only for the kernel's verifier: a correct program must also be provably safe for
 * it. An executor that trusts its programs (dt_executor.tricks) needs none of this.
 *
 *	hide.c   hides values from the verifier     bound.c  shows it bounds
 *	maps.c   limits the maps that a program names
 */
#ifndef DT_LOWER_VERIFIER_H
#define DT_LOWER_VERIFIER_H

#include "ir/executor.h"
#include "lower/firing/gen.h"

// ---- hide.c
/** Returns the value to assign to `into`, the register of a this-> variable. */
dt_reg dt_verifier_kept(struct dt_gen *g, dt_reg into, const struct dt_type *type, dt_reg value);
/** Returns the register to compare in a condition. */
dt_reg dt_verifier_operand(struct dt_gen *g, dt_reg r);
/** Returns the result of a runtime function, from which the caller computes an address. Linux 6.1
 * then considers all known numbers relevant and analyses all paths separately: 40 ifs that print,
 * followed by 1000 aggregations with keys, take a million steps. In a careful program, the result
 * goes through memory. */
dt_reg dt_verifier_returned(struct dt_gen *g, dt_reg r);
/** Returns the pointer at base + off, a member of a kernel object, as a number. */
dt_reg dt_verifier_load_pointer(struct dt_gen *g, dt_reg base, int64_t off);

// ---- bound.c
/** Shows the verifier that r is a multiple of 8. */
dt_reg dt_verifier_aligned(struct dt_gen *g, dt_reg r);
/** Zeroes stack memory that is written in parts and then read as a whole. */
void dt_verifier_write_first(struct dt_gen *g, dt_reg addr, uint32_t size);

// ---- maps.c
/** Reports whether the program can also name the maps of these nodes. Either may be NULL. */
bool dt_verifier_has_maps(const struct dt_gen *g, const struct dt_node *a, const struct dt_node *b);
/** Notes that the program names the maps of the node. */
void dt_verifier_name_maps(struct dt_gen *g, const struct dt_node *n);
/** Starts counting the maps of the chain's next program. */
void dt_verifier_init_maps(struct dt_lower *l, struct dt_chain *ch);
/** Reports whether the group's clauses name more maps than one program can. */
bool dt_verifier_needs_cut(struct dt_lower *l, const struct dt_lower_group *group,
			   struct dt_chain *ch);
/** Reports an error if a program names too many maps. */
void dt_verifier_check_maps(struct dt_lower *l, const struct dt_ir_prog *p, struct dt_loc loc);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Makes bounds that always hold visible to the verifier.
 */
#include "lower/verifier/verifier.h"

dt_reg dt_gen_masked(struct dt_gen *g, dt_reg index, uint64_t n)
{
	uint64_t power = 1;

	if (!dt_trick_is_on(g->l->executor, DT_TRICK_MASKS))
		return index;
	while (power < n)
		power *= 2;
	return dt_ir_bini(g->f, DT_IR_AND, index, power - 1);
}

void dt_gen_at_most(struct dt_gen *g, dt_reg r, int64_t max, dt_label never)
{
	if (dt_trick_is_on(g->l->executor, DT_TRICK_RESULTS))
		dt_ir_branchi(g->f, DT_IR_GT, r, max, never);
}

dt_reg dt_gen_copy_at_most(struct dt_gen *g, dt_reg r, int64_t max, dt_label never)
{
	dt_reg copy = dt_gen_masked(g, r, (uint64_t)max + 1);

	dt_gen_at_most(g, copy, max, never);
	return copy;
}

dt_reg dt_verifier_aligned(struct dt_gen *g, dt_reg r)
{
	return dt_trick_is_on(g->l->executor, DT_TRICK_RESULTS) ? dt_ir_bini(g->f, DT_IR_AND, r, -8)
								: r;
}

void dt_gen_leave_if_zero(struct dt_gen *g, dt_reg r, dt_label none)
{
	if (dt_trick_is_on(g->l->executor, DT_TRICK_SIZES))
		dt_ir_branchi(g->f, DT_IR_LT, r, 1, none);
	else
		dt_ir_branchi(g->f, DT_IR_EQ, r, 0, none);
}

void dt_verifier_write_first(struct dt_gen *g, dt_reg addr, uint32_t size)
{
	if (dt_trick_is_on(g->l->executor, DT_TRICK_WRITE_FIRST))
		dt_gen_zero(g, addr, 0, size);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Hides values from the verifier, which follows paths with different known values separately and
 * forbids some operations on known addresses.
 */
#include "lower/verifier/verifier.h"

enum {
	FEW_KEPT = 4,  // this-> registers with values that are not hidden
	FEW_CONDS = 6, // conditions of a clause whose operands are not hidden
};

/** Returns the value, unknown to the verifier: XORed twice with a word that may change. */
static dt_reg hide_value(struct dt_gen *g, dt_reg value)
{
	dt_reg word = dt_ir_load(g->f, 8, dt_ir_map_value(g->f, DT_MAP_CTL, 0),
				 offsetof(struct dt_ctl, wall_offset));

	value = dt_ir_bin(g->f, DT_IR_XOR, value, word);
	return dt_ir_bin(g->f, DT_IR_XOR, value, word);
}

dt_reg dt_verifier_kept(struct dt_gen *g, dt_reg into, const struct dt_type *type, dt_reg value)
{
	if (!dt_trick_is_on(g->l->executor, DT_TRICK_HIDE_KEPT) || !dt_type_is_integer(type))
		return value;
	for (unsigned i = 0; i < FEW_KEPT; i++)
		if (g->program.this_regs[i] == into)
			return value;
	return hide_value(g, value);
}

dt_reg dt_verifier_operand(struct dt_gen *g, dt_reg r)
{
	if (!dt_trick_is_on(g->l->executor, DT_TRICK_HIDE_OPERANDS) || !dt_gen_lasts(g, r))
		return r;
	if (!g->l->setup.careful && ++g->clause.n_conds <= FEW_CONDS)
		return r;
	return hide_value(g, r);
}

dt_reg dt_gen_number(struct dt_gen *g, dt_reg address)
{
	dt_reg slot;

	if (!dt_trick_is_on(g->l->executor, DT_TRICK_NUMBERS))
		return address;
	slot = dt_gen_slot(g, 0, DT_LOWER_SLOT_BEGIN);
	dt_ir_store(g->f, 8, slot, DT_LOWER_SLOT_NUMBER, address);
	return dt_ir_load(g->f, 8, slot, DT_LOWER_SLOT_NUMBER);
}

dt_reg dt_verifier_returned(struct dt_gen *g, dt_reg r)
{
	return g->l->setup.careful ? dt_gen_number(g, r) : r;
}

dt_reg dt_verifier_load_pointer(struct dt_gen *g, dt_reg base, int64_t off)
{
	unsigned taken;
	dt_reg addr, value;

	if (!dt_trick_is_on(g->l->executor, DT_TRICK_UNTYPED))
		return dt_ir_load_kernel(g->f, 8, base, off);
	taken = dt_gen_stack_alloc(g, 8);
	addr = dt_gen_stack_addr(g, taken);
	dt_ir_env(g->f, DT_ENV_READ_KERNEL, addr, dt_ir_const(g->f, 8),
		  off ? dt_ir_bini(g->f, DT_IR_ADD, base, off) : base);
	value = dt_ir_load(g->f, 8, dt_gen_stack_addr(g, taken), 0);
	dt_gen_stack_release(g, taken);
	return value;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The exits of a clause for faults. They discard the record and call the function of the ERROR
 * clauses; then the next clause runs. In that function, faults are only counted.
 */
#include "lower/program/program.h"

#include "lower/record/record.h"

/** Calls the function of the ERROR clauses with the description of the fault. */
static void call_error(struct dt_gen *g)
{
	dt_reg info = dt_ir_slot_addr(g->f, g->fault.info);
	dt_reg words[3], probe, epid;

	for (int i = 0; i < 3; i++)
		words[i] = dt_ir_load(g->f, 8, info, 8 * i);
	probe = dt_gen_probe_id(g);
	// only ERROR clauses can read it
	epid = g->l->setup.n_error_clauses ? dt_gen_epid(g) : dt_ir_const(g->f, 0);
	probe = dt_ir_bin(g->f, DT_IR_OR, dt_ir_bini(g->f, DT_IR_SHL, epid, 32), probe);
	dt_ir_call_local(g->f, DT_LOWER_FUNC_ERROR, DT_GEN_ERROR_TIME, words[0], words[1], words[2],
			 probe, dt_gen_record_fault_time(g));
}

void dt_gen_fault_exits(struct dt_gen *g)
{
	if (!g->fault.body && !g->fault.predicate)
		return;
	if (g->fault.body) {
		dt_ir_place(g->f, g->fault.body);
		dt_gen_record_abandon(g);
	}
	if (g->fault.predicate)
		dt_ir_place(g->f, g->fault.predicate);
	if (g->in_error)
		dt_gen_drop(g, DT_DROP_DBLERROR);
	else
		call_error(g);
}

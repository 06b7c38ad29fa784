/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The time of a firing, which all its records contain. The first clause that records or faults
 * reads the clock; programs of a chain hand the time on. Before that, it is 0.
 *
 * Decision: docs/dev/decisions/0019-one-time-per-firing.md
 */
#include "lower/record/record.h"

/** Reports whether an earlier clause may have recorded. */
static bool follows_record(const struct dt_gen *g)
{
	return g->program.time || (g->chain && g->chain->has_time);
}

static dt_reg firing_time(struct dt_gen *g)
{
	if (!g->program.time)
		g->program.time = dt_ir_reg(g->f);
	return g->program.time;
}

/** Sets g->program.time to `time`, or to the clock's time if that is 0, unless it is known. */
static void find_time(struct dt_gen *g, dt_reg time)
{
	dt_label known = dt_ir_label(g->f);

	dt_ir_branchi(g->f, DT_IR_NE, firing_time(g), 0, known);
	dt_ir_mov_to(g->f, g->program.time, time ? time : dt_ir_env(g->f, DT_ENV_TIME));
	dt_ir_place(g->f, known);
}

void dt_gen_record_init_time(struct dt_gen *g)
{
	if (!g->program.time)
		return;
	if (g->chain->has_time)
		dt_ir_mov_to(g->f, g->program.time,
			     dt_ir_load(g->f, 8, g->memory.slot, DT_LOWER_SLOT_FIRING));
	else
		dt_ir_const_to(g->f, g->program.time, 0);
}

bool dt_gen_record_hand_on_time(struct dt_gen *g)
{
	if (!g->program.time)
		return false;
	dt_ir_store(g->f, 8, dt_gen_slot(g, 0, DT_LOWER_SLOT_BEGIN), DT_LOWER_SLOT_FIRING,
		    g->program.time);
	return true;
}

dt_reg dt_gen_record_fault_time(struct dt_gen *g)
{
	if (g->group->n_clauses == 1)
		return dt_ir_env(g->f, DT_ENV_TIME);
	find_time(g, 0);
	return g->program.time;
}

/** Reports whether the clause reads the clock itself. */
static bool has_own_time(const struct dt_gen_clause *c)
{
	return c->time_read || c->reads_clock;
}

void dt_gen_record_find_time(struct dt_gen *g)
{
	if (!g->in_error && follows_record(g) && !has_own_time(&g->clause))
		find_time(g, 0);
}

dt_reg dt_gen_record_time(struct dt_gen *g)
{
	if (g->in_error)
		return DT_GEN_ERROR_TIME;
	if (g->group->n_clauses == 1)
		return dt_gen_timestamp(g);
	if (!follows_record(g))
		dt_ir_mov_to(g->f, firing_time(g), dt_gen_timestamp(g));
	else if (has_own_time(&g->clause))
		find_time(g, dt_gen_timestamp(g));
	return g->program.time;
}

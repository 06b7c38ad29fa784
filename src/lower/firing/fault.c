/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Faults and drops.
 *
 * A fault writes its description to a stack object (struct dt_fault_info) and jumps to an exit of
 * its clause (program/exits.c). Drops are counted on the current CPU.
 */
#include "lower/firing/gen.h"

enum { FEW_CLAUSES = 32 }; // a larger group counts drops in a function

static void count_drop(struct dt_gen *g, enum dt_drop cause)
{
	dt_reg cpu = dt_gen_cpu_elem(g, DT_MAP_CPUS);
	dt_label none = dt_ir_label(g->f);

	dt_ir_branchi(g->f, DT_IR_EQ, cpu, 0, none);
	dt_ir_atomic_add(g->f, 8, cpu, offsetof(struct dt_cpu, drops) + 8 * cause,
			 dt_ir_const(g->f, 1));
	dt_ir_place(g->f, none);
}

/** Reports whether a function of the program counts drops. */
static bool shares_drops(const struct dt_gen *g)
{
	return dt_trick_is_on(g->l->executor, DT_TRICK_SHARE_DROPS) &&
	       g->group->n_clauses > FEW_CLAUSES;
}

void dt_gen_drop(struct dt_gen *g, enum dt_drop cause)
{
	if (shares_drops(g))
		dt_ir_call_local(g->f, DT_LOWER_FUNC_DROP + cause, 0);
	else
		count_drop(g, cause);
}

void dt_gen_drop_function(struct dt_gen *g, enum dt_drop cause)
{
	count_drop(g, cause);
	dt_ir_ret(g->f, 0);
}

static enum dt_ir_cond inverse_condition(enum dt_ir_cond c)
{
	switch (c) {
	case DT_IR_EQ:
		return DT_IR_NE;
	case DT_IR_NE:
		return DT_IR_EQ;
	case DT_IR_LT:
		return DT_IR_GE;
	case DT_IR_LE:
		return DT_IR_GT;
	case DT_IR_GT:
		return DT_IR_LE;
	case DT_IR_GE:
		return DT_IR_LT;
	case DT_IR_SLT:
		return DT_IR_SGE;
	case DT_IR_SLE:
		return DT_IR_SGT;
	case DT_IR_SGT:
		return DT_IR_SLE;
	case DT_IR_SGE:
		return DT_IR_SLT;
	case DT_IR_SET:
		break;
	}
	return DT_IR_SET; // has no inverse
}

static dt_label fault_exit(struct dt_gen *g)
{
	dt_label *l = g->clause.action ? &g->fault.body : &g->fault.predicate;

	g->fault.is_possible = true;
	if (!*l)
		*l = dt_ir_label(g->f);
	return *l;
}

static uint64_t word_pair(uint32_t low, uint32_t high)
{
	return (uint64_t)high << 32 | low;
}

/** Writes the description of the fault and leaves the clause. */
static void raise_fault(struct dt_gen *g, enum dt_fault code, dt_reg addr)
{
	uint32_t offset = g->f->code.len - g->clause.begin;
	dt_reg info;

	if (!g->in_error) {
		if (!g->fault.info)
			g->fault.info = dt_ir_slot(g->f, sizeof(struct dt_fault_info), 8);
		info = dt_ir_slot_addr(g->f, g->fault.info);
		dt_ir_storei(g->f, 8, info, offsetof(struct dt_fault_info, clause),
			     word_pair(g->clause.ast->index, g->clause.action));
		dt_ir_storei(g->f, 8, info, offsetof(struct dt_fault_info, offset),
			     word_pair(offset, code));
		if (addr)
			dt_ir_store(g->f, 8, info, offsetof(struct dt_fault_info, addr), addr);
		else
			dt_ir_storei(g->f, 8, info, offsetof(struct dt_fault_info, addr), 0);
	}
	dt_ir_jump(g->f, fault_exit(g));
}

void dt_gen_fault_if(struct dt_gen *g, enum dt_fault code, enum dt_ir_cond cond, dt_reg a,
		     int64_t imm, dt_reg addr)
{
	dt_label ok = dt_ir_label(g->f);

	if (cond == DT_IR_SET) {
		dt_label bad = dt_ir_label(g->f);

		dt_ir_branchi(g->f, cond, a, imm, bad);
		dt_ir_jump(g->f, ok);
		dt_ir_place(g->f, bad);
	} else {
		dt_ir_branchi(g->f, inverse_condition(cond), a, imm, ok);
	}
	raise_fault(g, code, addr);
	dt_ir_place(g->f, ok);
}

void dt_gen_fault_badaddr(struct dt_gen *g, dt_reg result, dt_reg addr)
{
	dt_gen_fault_if(g, DT_FAULT_BADADDR, DT_IR_SLT, result, 0, addr);
}

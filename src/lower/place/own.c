/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Stores through pointers, and the memory that they may write: memory that alloca() and copyin()
 * returned in this clause, and variables whose address the program takes. A pointer is a number, so
 * every store searches for the region that contains the number. Other addresses raise a fault.
 *
 * Memory of alloca() and copyin() is in the claimed slot behind the frame, in order of the program
 * text. A word of the slot holds its size. Clauses that store reset it to 0 at their start.
 */
#include "lower/place/place.h"

#include "lower/verifier/verifier.h"

/** Reports whether the clause stores through a pointer. */
static bool stores_through_pointer(const struct dt_gen *g)
{
	return dt_lower_facts(g->l, g->clause.ast)->stores;
}

static void set_allocated(struct dt_gen *g, dt_reg bytes)
{
	dt_ir_store(g->f, 8, dt_gen_slot(g, 0, DT_LOWER_SLOT_BEGIN), DT_LOWER_SLOT_ALLOCATED,
		    bytes);
}

void dt_gen_own_begin(struct dt_gen *g)
{
	if (stores_through_pointer(g))
		set_allocated(g, dt_ir_const(g->f, 0));
}

dt_reg dt_gen_alloca(struct dt_gen *g, uint32_t max, dt_reg size)
{
	uint32_t at = g->memory.used, begin = dt_lower_scratch_begin(g->l);

	g->memory.used += dt_lower_round(max, 8);
	if (g->memory.used > begin + g->l->vars.alloca_max)
		dt_gen_fault_if(g, DT_FAULT_NOSCRATCH, DT_IR_EQ, dt_ir_const(g->f, 0), 0, 0);
	if (stores_through_pointer(g) && max)
		set_allocated(g, size ? dt_ir_bini(g->f, DT_IR_ADD, size, at - begin)
				      : dt_ir_const(g->f, at - begin + max));
	return dt_gen_slot(g, at, g->memory.used);
}

/** A store being lowered. */
struct store {
	dt_reg addr, size; // numbers
	uint32_t max;	   // bound of the size
	dt_reg to;	   // result: the address to write
	dt_label found;
};

/** Jumps to s->found if the store is in the `have` bytes at `begin`. `room`, a power of two, covers
 * these bytes; at least `max` bytes follow it. */
static void try_region(struct dt_gen *g, const struct store *s, dt_reg begin, dt_reg have,
		       uint32_t room)
{
	dt_label next = dt_ir_label(g->f);
	dt_reg off = dt_ir_bin(g->f, DT_IR_SUB, s->addr, dt_gen_number(g, begin));
	dt_reg last = dt_ir_bin(g->f, DT_IR_SUB, have, s->size);

	dt_ir_branchi(g->f, DT_IR_SLT, last, 0, next);
	dt_ir_branch(g->f, DT_IR_GT, off, last, next);
	off = dt_gen_masked(g, off, room);
	dt_ir_mov_to(g->f, s->to, dt_ir_bin(g->f, DT_IR_ADD, begin, off));
	dt_ir_jump(g->f, s->found);
	dt_ir_place(g->f, next);
}

static void try_allocated(struct dt_gen *g, const struct store *s)
{
	uint32_t at = dt_lower_scratch_begin(g->l), room = g->l->vars.alloca_max;
	dt_reg slot = dt_gen_slot(g, 0, DT_LOWER_SLOT_BEGIN);

	try_region(g, s, dt_gen_slot(g, at, at + room + s->max),
		   dt_ir_load(g->f, 8, slot, DT_LOWER_SLOT_ALLOCATED), room);
}

static void try_frame(struct dt_gen *g, const struct store *s)
{
	uint32_t size = g->l->vars.frame_size - DT_LOWER_SLOT_BEGIN, room = dt_lower_room(size);

	try_region(g, s, dt_gen_slot(g, DT_LOWER_SLOT_BEGIN, DT_LOWER_SLOT_BEGIN + room + s->max),
		   dt_ir_const(g->f, size), room);
}

static void try_globals(struct dt_gen *g, const struct store *s)
{
	if (s->max <= g->l->vars.globals_size)
		try_region(g, s, dt_ir_map_value(g->f, g->l->maps.globals, 0),
			   dt_ir_const(g->f, g->l->vars.globals_size),
			   dt_lower_room(g->l->vars.globals_size));
}

static void try_self(struct dt_gen *g, const struct store *s)
{
	dt_label none = dt_ir_label(g->f);
	dt_reg self = dt_gen_self(g);

	if (s->max > g->l->vars.self_size)
		return;
	dt_ir_branchi(g->f, DT_IR_EQ, self, 0, none);
	try_region(g, s, self, dt_ir_const(g->f, g->l->vars.self_size),
		   dt_lower_room(g->l->vars.self_size));
	dt_ir_place(g->f, none);
}

dt_reg dt_gen_own(struct dt_gen *g, dt_reg addr, dt_reg size, uint32_t max)
{
	unsigned pointed = g->l->vars.pointed_to;
	struct store s = {.addr = addr,
			  .size = size,
			  .max = max,
			  .to = dt_ir_reg(g->f),
			  .found = dt_ir_label(g->f)};

	if (pointed & 1u << DT_IDENT_SELF)
		try_self(g, &s);
	if (pointed & 1u << DT_IDENT_GLOBAL)
		try_globals(g, &s);
	if (pointed & 1u << DT_IDENT_THIS)
		try_frame(g, &s);
	try_allocated(g, &s);
	dt_gen_fault_if(g, DT_FAULT_BADADDR, DT_IR_EQ, dt_ir_const(g->f, 0), 0, addr);
	dt_ir_place(g->f, s.found);
	return s.to;
}

void dt_place_own(struct dt_gen *g, struct dt_place *p)
{
	uint32_t size = dt_place_bytes(p);
	dt_reg addr = p->off ? dt_ir_bini(g->f, DT_IR_ADD, p->base, p->off) : p->base;

	p->base = dt_gen_own(g, addr, dt_ir_const(g->f, size), size);
	p->kind = DT_PLACE_MEM;
	p->scratch = true;
	p->index = 0;
	p->off = 0;
}

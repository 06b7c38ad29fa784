/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Memory of a firing: objects on the stack and, if a program needs more, a claimed slot of scratch
 * memory. Each CPU has a few slots, because another firing on the same CPU can preempt a program.
 * The first word of a slot is 0 if the slot is free.
 *
 * A program that continues in another one hands on its slot. The first word is then the context's
 * address, by which the next program finds the slot. Firings that overlap in time never share a
 * context.
 */
#include "lower/firing/gen.h"

#include <assert.h>

unsigned dt_gen_stack_alloc(struct dt_gen *g, uint32_t size)
{
	struct dt_gen_memory *m = &g->memory;

	size = dt_lower_round(size, 8);
	for (unsigned i = 0; i < m->n_stack; i++) {
		if (!m->stack[i].taken && m->stack[i].size == size) {
			m->stack[i].taken = true;
			return i;
		}
	}
	assert(m->n_stack < dt_array_len(m->stack) && "stack memory is released");
	m->stack_size += size;
	m->stack[m->n_stack].slot = dt_ir_slot(g->f, size, 8);
	m->stack[m->n_stack].size = size;
	m->stack[m->n_stack].taken = true;
	return m->n_stack++;
}

dt_reg dt_gen_stack_addr(struct dt_gen *g, unsigned taken)
{
	return dt_ir_slot_addr(g->f, g->memory.stack[taken].slot);
}

void dt_gen_stack_release(struct dt_gen *g, unsigned taken)
{
	g->memory.stack[taken].taken = false;
}

void dt_memory_release_all(struct dt_gen_memory *m)
{
	for (unsigned i = 0; i < m->n_stack; i++)
		m->stack[i].taken = false;
}

void dt_gen_slot_reserve(struct dt_gen *g, uint32_t end)
{
	if (!g->memory.slot)
		g->memory.slot = dt_ir_reg(g->f);
	g->memory.claims = true;
	if (end > g->memory.max)
		g->memory.max = end;
}

dt_reg dt_gen_slot(struct dt_gen *g, uint32_t off, uint32_t end)
{
	dt_gen_slot_reserve(g, end);
	return dt_ir_bini(g->f, DT_IR_ADD, g->memory.slot, off);
}

/** Reports whether `size` bytes of scratch memory may be on the stack. */
static bool has_stack(const struct dt_gen *g, uint32_t size)
{
	return !g->l->setup.careful && g->memory.stack_size + size <= g->l->setup.executor->stack;
}

dt_reg dt_gen_scratch(struct dt_gen *g, uint32_t size)
{
	uint32_t at = g->memory.used;

	size = dt_lower_round(size ? size : 1, 8);
	if (size <= DT_GEN_STACK_SCRATCH && has_stack(g, size))
		return dt_gen_stack_addr(g, dt_gen_stack_alloc(g, size));
	g->memory.used += size;
	return dt_gen_slot(g, at, g->memory.used);
}

dt_reg dt_gen_frame(struct dt_gen *g, struct dt_ident *id, const struct dt_lower_var *v)
{
	struct dt_lower_var *own = id->lowered;

	if (own->framed[g->in_error] != g->program.frame_number) {
		own->framed[g->in_error] = g->program.frame_number;
		dt_ident_list_add(g->l->arena, &g->program.frame_vars, id);
	}
	return dt_gen_slot(g, v->off, v->off + v->size + g->l->vars.slack);
}

dt_reg dt_gen_state(struct dt_gen *g, const struct dt_node *call)
{
	return dt_gen_frame(g, call->ident, dt_lower_var(call->ident));
}

/** Returns the number of this CPU's first slot. */
static dt_reg first_slot(struct dt_gen *g)
{
	return dt_gen_scale(g, dt_ir_env(g->f, DT_ENV_CPU), DT_LOWER_SCRATCH_LEVELS);
}

/** Sets g->memory.slot to slot `level`, or jumps to `none` if there is none. */
static void look_up_slot(struct dt_gen *g, unsigned map, unsigned key, dt_reg first, unsigned level,
			 dt_label none)
{
	dt_reg at = dt_gen_stack_addr(g, key);

	dt_ir_store(g->f, 4, at, 0, dt_ir_bini(g->f, DT_IR_ADD, first, level));
	dt_ir_mov_to(g->f, g->memory.slot, dt_gen_lookup(g, map, at));
	dt_ir_branchi(g->f, DT_IR_EQ, g->memory.slot, 0, none);
}

/** Takes the first free slot. A firing that preempts this one takes the next. */
void dt_gen_slot_claim(struct dt_gen *g)
{
	struct dt_ir_func *f = g->f;
	unsigned map = dt_lower_scratch_map(g->l, g->memory.max), key = dt_gen_stack_alloc(g, 8);
	bool held = g->chain && g->chain->held;
	dt_label none = dt_ir_label(f), have = dt_ir_label(f);
	dt_reg first = first_slot(g), owner, word;

	owner = held || g->program.hands_on ? dt_ir_ctx(f) : dt_ir_const(f, 1);
	for (unsigned i = 0; i < DT_LOWER_SCRATCH_LEVELS; i++) {
		look_up_slot(g, map, key, first, i, none);
		if (held) {
			word = dt_ir_load(f, 8, g->memory.slot, 0);
			dt_ir_branch(f, DT_IR_EQ, word, owner, have);
		} else {
			word = dt_ir_atomic(f, DT_IR_CMPXCHG, 8, g->memory.slot, 0, owner,
					    dt_ir_const(f, 0));
			dt_ir_branchi(f, DT_IR_EQ, word, 0, have);
		}
	}
	dt_ir_place(f, none);
	dt_gen_drop(g, DT_DROP_SCRATCH);
	dt_ir_ret(f, 0);
	dt_ir_place(f, have);
	dt_gen_stack_release(g, key);
}

void dt_gen_slot_release(struct dt_gen *g)
{
	if (g->memory.claims)
		dt_ir_storei(g->f, 8, g->memory.slot, 0, 0);
}

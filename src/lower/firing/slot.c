/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Memory of a firing: objects on the stack and, if a program needs more, a slot of scratch memory,
 * claimed by the executor's phrase. A program that continues in another one hands on its slot.
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

dt_slot dt_gen_stack_slot(const struct dt_gen *g, unsigned taken)
{
	return g->memory.stack[taken].slot;
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
	return !g->l->setup.careful && g->memory.stack_size + size <= g->l->executor->stack;
}

dt_reg dt_gen_scratch(struct dt_gen *g, uint32_t size)
{
	uint32_t at = g->memory.used;

	size = dt_lower_round(size ? size : 1, 8);
	if (size <= g->l->executor->room.scratch && has_stack(g, size))
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

void dt_gen_slot_claim(struct dt_gen *g)
{
	struct dt_ir_scratch scratch = {.map = dt_lower_scratch_map(g->l, g->memory.max),
					.is_held = g->chain && g->chain->held,
					.hands_on = g->program.hands_on};
	unsigned taken = dt_gen_stack_alloc(g, 8);
	dt_label have = dt_ir_label(g->f);

	dt_gen_phrases(g)->claim_scratch(g->f, &scratch, g->memory.slot,
					 dt_gen_stack_slot(g, taken), have);
	dt_gen_drop(g, DT_DROP_SCRATCH);
	dt_ir_ret(g->f, 0);
	dt_ir_place(g->f, have);
	dt_gen_stack_release(g, taken);
}

void dt_gen_slot_release(struct dt_gen *g)
{
	if (g->memory.claims)
		dt_gen_phrases(g)->release_scratch(g->f, g->memory.slot);
}

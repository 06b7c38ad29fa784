/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * `@x[keys] = func(args)`: finds or creates the value words, which the function then updates.
 *
 * Arguments are evaluated before the element is looked up. So a fault in an argument creates no
 * element, and the element's address is only needed for a short time.
 */
#include "lower/value/value.h"

/** Evaluates the function's arguments, for the dt_gen_value() calls of its lowering. */
static void evaluate_args(struct dt_gen *g, const struct dt_node *call)
{
	for (const struct dt_node *n = call->list; n; n = n->next) {
		if (n->kind == DT_NODE_INT || !dt_type_is_scalar(n->type) ||
		    g->memo.n == dt_array_len(g->memo.values))
			continue;
		dt_reg value = dt_gen_value(g, n);
		g->memo.values[g->memo.n].node = n;
		g->memo.values[g->memo.n++].reg = value;
	}
}

/** Returns the element of the hash map; creates it with zeros if there is none. */
static dt_reg agg_element(struct dt_gen *g, const struct dt_agg_desc *a, dt_reg key, dt_label end)
{
	unsigned taken = 0;
	dt_reg zero, slot;

	if (a->value_size <= g->l->executor->room.zeros) {
		taken = dt_gen_stack_alloc(g, a->value_size) + 1;
		zero = dt_gen_stack_addr(g, taken - 1);
		dt_gen_zero(g, zero, 0, a->value_size);
	} else {
		zero = dt_ir_map_value(g->f, dt_lower_zero_map(g->l, a->value_size), 0);
	}
	slot = dt_gen_element(g, a->map, key, zero, DT_DROP_AGGREGATION, end);
	if (taken)
		dt_gen_stack_release(g, taken - 1);
	return slot;
}

/** Returns the address of the key's value, in a cell or in the map. */
static dt_reg keyed_slot(struct dt_gen *g, const struct dt_node *agg, const struct dt_agg_desc *a,
			 dt_label end)
{
	uint32_t room = a->cells.n ? dt_cell_room(a->key_size) : 0;
	struct dt_key k = dt_gen_key(g, dt_lower_var(agg->ident), agg->list, room);
	dt_label none = dt_ir_label(g->f), have = dt_ir_label(g->f);
	dt_reg slot = dt_ir_reg(g->f);
	unsigned begin = dt_gen_branch_begin(g);

	if (a->cells.n) {
		dt_ir_mov_to(g->f, slot, dt_gen_cell(g, a, k.addr, none));
		dt_ir_jump(g->f, have);
	}
	dt_ir_place(g->f, none);
	dt_ir_mov_to(g->f, slot, agg_element(g, a, k.addr, end));
	dt_ir_place(g->f, have);
	dt_gen_branch_end(g, begin);
	dt_gen_key_release(g, k);
	return slot;
}

/** Returns this CPU's element of the map of aggregations without keys, cached for the clause. It
 * may be NULL. */
static dt_reg cpu_slot(struct dt_gen *g, unsigned map)
{
	dt_reg elem;

	if (dt_cache_find(&g->cache, DT_CACHE_CPU_ELEM, map, &elem))
		return elem;
	return dt_cache_add(&g->cache, DT_CACHE_CPU_ELEM, map, dt_gen_cpu_elem(g, map));
}

/** Returns the argument that is added to a word; NULL: 1 is added. `adds` is its number, from 1. */
static const struct dt_node *added_argument(const struct dt_node *call)
{
	unsigned adds = call->ident->builtin->lowering->adds;
	const struct dt_node *added = adds ? call->list : NULL;

	for (; adds > 1 && added; adds--)
		added = added->next;
	return added;
}

/** Marks the value as updated, if all words may remain zero. The mark is set before the update. If
 * the consumer sees the mark before the value, it sees the value the next time. */
static void set_mark(struct dt_gen *g, const struct dt_node *call, const struct dt_agg_desc *a,
		     dt_reg slot)
{
	if (!a->mark || !added_argument(call))
		return;
	if (a->key_size)
		dt_ir_atomic_add(g->f, 8, slot, (int)a->mark, dt_ir_const(g->f, 1));
	else
		dt_ir_storei(g->f, 8, slot, a->mark, 1);
}

/** Adds the value, as often as it counts, to the sum of a histogram. */
static void add_to_sum(struct dt_gen *g, const struct dt_node *call, const struct dt_agg_desc *a,
		       dt_reg slot)
{
	const struct dt_node *times = added_argument(call);
	dt_label negative = dt_ir_label(g->f), done = dt_ir_label(g->f);
	dt_reg value = dt_gen_value(g, call->list), one = dt_ir_const(g->f, 1);
	dt_reg product = times ? dt_ir_bin(g->f, DT_IR_MUL, value, dt_gen_value(g, times)) : value;

	dt_ir_branchi(g->f, DT_IR_SLT, value, 0, negative);
	dt_ir_atomic_add(g->f, 8, slot, (int)a->sum, product);
	dt_ir_jump(g->f, done);
	dt_ir_place(g->f, negative);
	dt_ir_atomic_add(g->f, 8, slot, (int)a->sum + 8, one);
	dt_ir_place(g->f, done);
}

void dt_gen_aggregate(struct dt_gen *g, const struct dt_node *n)
{
	const struct dt_node *agg = n->lhs, *call = n->rhs;
	const struct dt_agg_desc *a = &g->l->desc.aggs[dt_lower_var(agg->ident)->agg];
	dt_label end = dt_ir_label(g->f);
	unsigned begin;
	dt_reg slot;

	evaluate_args(g, call);
	if (a->key_size) {
		slot = keyed_slot(g, agg, a, end);
		begin = dt_gen_branch_begin(g);
	} else {
		slot = cpu_slot(g, a->map);
		begin = dt_gen_branch_begin(g);
		dt_ir_branchi(g->f, DT_IR_EQ, slot, 0, end);
		slot = dt_ir_bini(g->f, DT_IR_ADD, slot, a->offset);
	}
	set_mark(g, call, a, slot);
	if (a->sum)
		add_to_sum(g, call, a, slot);
	if (g->group->adds)
		dt_ir_atomic_add(g->f, 8, slot, 0, dt_ir_env(g->f, DT_ENV_WEIGHT));
	else
		call->ident->builtin->lowering->aggregate(g, call, agg->ident, slot);
	dt_gen_branch_end(g, begin);
	dt_ir_place(g->f, end);
	g->memo.n = 0;
}

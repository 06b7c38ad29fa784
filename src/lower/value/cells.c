/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Finds or creates the cell of a key (abi/cells.h).
 */
#include "lower/value/value.h"

#include "lower/verifier/verifier.h"

dt_reg dt_gen_cell(struct dt_gen *g, const struct dt_agg_desc *a, dt_reg key, dt_label none)
{
	struct dt_ir_func *f = g->f;
	uint32_t size = g->l->aggs.cells_size, room = dt_cell_room(a->key_size);
	const char *find = dt_arena_printf(g->l->arena, "dt_cell_%u", room);
	dt_reg cells = dt_gen_table(g, &a->cells, sizeof(a->cells)), at;

	g->program.ir->tables = g->l->desc.tables;
	g->program.ir->cells_size = size;
	at = dt_verifier_returned(g, dt_ir_call(f, find, 2, key, cells));
	dt_ir_branchi(f, DT_IR_GT, at, size - a->value_size, none);
	at = dt_verifier_aligned(g, at);
	return dt_ir_bin(f, DT_IR_ADD, dt_ir_map_value(f, g->l->desc.tables[DT_TABLE_CELLS], 0),
			 at);
}

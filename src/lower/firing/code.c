/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Short code that all rooms above use: memory, maps, read-only data.
 */
#include "lower/firing/gen.h"

enum { ZEROED = 512 }; // max. bytes zeroed by stores: for 256, 23 ns less than copying from a map

void dt_gen_zero(struct dt_gen *g, dt_reg dst, int64_t off, uint32_t size)
{
	uint32_t at = 0;

	if (size > ZEROED) {
		dt_reg zeros = dt_ir_map_value(g->f, dt_lower_zero_map(g->l, size), 0);

		dt_ir_env(g->f, DT_ENV_COPY, dt_ir_bini(g->f, DT_IR_ADD, dst, off),
			  dt_ir_const(g->f, size), zeros);
		return;
	}
	for (unsigned width = 8; width; width /= 2)
		for (; at + width <= size; at += width)
			dt_ir_storei(g->f, width, dst, off + at, 0);
}

dt_reg dt_gen_scale(struct dt_gen *g, dt_reg r, uint64_t by)
{
	if (by == 1)
		return r;
	if (!(by & (by - 1)))
		return dt_ir_bini(g->f, DT_IR_SHL, r, __builtin_ctzll(by));
	return dt_ir_bini(g->f, DT_IR_MUL, r, by);
}

void dt_gen_string_copy(struct dt_gen *g, dt_reg dst, uint32_t cap, dt_reg src)
{
	dt_ir_env(g->f, DT_ENV_COPY_STR, dst, dt_ir_const(g->f, cap), src);
}

unsigned dt_gen_map(struct dt_gen *g, const struct dt_map_desc *desc)
{
	return dt_lower_map_of(g->l, desc);
}

unsigned dt_gen_spec_map(struct dt_gen *g)
{
	return dt_lower_spec_map(g->l);
}

const struct dt_ir_phrases *dt_gen_phrases(const struct dt_gen *g)
{
	return g->l->executor->phrases;
}

dt_reg dt_gen_lookup(struct dt_gen *g, unsigned map, dt_reg key)
{
	return dt_ir_env(g->f, DT_ENV_MAP_FIND, dt_ir_map(g->f, map), key);
}

dt_reg dt_gen_cpu_elem(struct dt_gen *g, unsigned map)
{
	unsigned taken = dt_gen_stack_alloc(g, 8);
	dt_reg elem = dt_gen_phrases(g)->element(g->f, map, dt_gen_stack_slot(g, taken));

	dt_gen_stack_release(g, taken);
	return elem;
}

dt_reg dt_gen_table(struct dt_gen *g, const void *data, uint32_t size)
{
	uint32_t at = dt_lower_rodata(g->l, data, size, true);

	return dt_ir_map_value(g->f, g->l->maps.rodata, at);
}

dt_reg dt_gen_literal(struct dt_gen *g, const char *text, size_t len)
{
	char *copy;
	uint32_t at;

	if (len >= g->l->strsize)
		len = g->l->strsize - 1;
	copy = dt_arena_strndup(g->l->arena, text, len);
	at = dt_lower_rodata(g->l, copy, len + 1, true);
	return dt_ir_map_value(g->f, g->l->maps.rodata, at);
}

/** Adds tables to the program, from `first` to `last`, for functions of the runtime. */
static void add_tables(struct dt_gen *g, enum dt_table first, enum dt_table last)
{
	for (unsigned i = first; i <= last; i++)
		dt_lower_table(g->l, (enum dt_table)i);
	g->program.ir->tables = g->l->desc.tables;
}

void dt_gen_unwind_tables(struct dt_gen *g)
{
	add_tables(g, DT_TABLE_UNWIND_COUNTS, DT_TABLE_UNWIND_REQUESTS);
}

void dt_gen_own_tables(struct dt_gen *g)
{
	add_tables(g, DT_TABLE_OWN_RANGES, DT_TABLE_OWN_FOUND);
}

void dt_gen_trace_places(struct dt_gen *g)
{
	add_tables(g, DT_TABLE_TRACE_PLACES, DT_TABLE_TRACE_PLACES);
}

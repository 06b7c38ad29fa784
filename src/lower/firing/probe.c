/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Names and EPIDs of the firing probe.
 *
 * In a group of one probe, these are constants. In a larger group, a binary search finds the
 * probe's index among the group's ids, without branches. A table in dt_rodata holds the results.
 */
#include "lower/firing/gen.h"

#include <string.h>

struct dt_probe_set dt_gen_probe_set(struct dt_gen *g)
{
	const struct dt_lower_group *group = g->group;

	if (!g->program.probe_ids) {
		g->program.probe_ids = dt_arena_array(g->l->arena, uint32_t, group->n_probes);
		for (size_t i = 0; i < group->n_probes; i++)
			g->program.probe_ids[i] = group->probes[i].id;
	}
	return (struct dt_probe_set){
	    .ids = g->program.probe_ids, .n = group->n_probes, .grows = group->grows};
}

/** Returns the probes that may run the clause: those of the group, or a static probe. */
static const struct dt_lower_probe *visible_probes(const struct dt_gen *g, size_t *n)
{
	*n = g->clause.fired ? 1 : g->group->n_probes;
	return g->clause.fired ? &g->clause.fired->probe : g->group->probes;
}

dt_reg dt_gen_probe_id(struct dt_gen *g)
{
	struct dt_probe_set set;
	size_t n;
	const struct dt_lower_probe *probes = visible_probes(g, &n);
	dt_reg r;

	if (n == 1 && (g->clause.fired || !g->group->grows))
		return dt_ir_const(g->f, probes[0].id);
	if (dt_cache_find(&g->cache, DT_CACHE_PROBE_ID, 0, &r))
		return r;
	set = dt_gen_probe_set(g);
	r = g->context->probe_id(g->context, g->f, &set);
	return dt_cache_add(&g->cache, DT_CACHE_PROBE_ID, 0, r);
}

dt_reg dt_gen_probe_arg(struct dt_gen *g, unsigned n)
{
	const struct dt_context *c = g->context;
	struct dt_probe_set set;

	if (!c->arg)
		return dt_ir_const(g->f, 0);
	set = dt_gen_probe_set(g);
	if (c->by_site && set.grows)
		set.operands = dt_lower_table(g->l, DT_TABLE_OPERANDS);
	return c->arg(c, g->f, &set, n);
}

dt_reg dt_gen_probe_index(struct dt_gen *g)
{
	const struct dt_lower_group *group = g->group;
	struct dt_ir_func *f = g->f;
	uint32_t *ids, n = 1, at;
	dt_reg id, pos;

	if (dt_cache_find(&g->cache, DT_CACHE_PROBE_INDEX, 0, &pos))
		return pos;
	while (n < group->n_probes)
		n *= 2;
	ids = dt_arena_array(g->l->arena, uint32_t, n);
	for (uint32_t i = 0; i < n; i++)
		ids[i] = i < group->n_probes ? group->probes[i].id : UINT32_MAX;
	at = dt_lower_rodata(g->l, ids, n * sizeof(*ids), true);
	id = dt_gen_probe_id(g);
	pos = dt_ir_const(f, 0);
	for (uint32_t step = n / 2; step; step /= 2) {
		// pos += ids[pos + step] <= id ? step : 0
		dt_reg table = dt_ir_map_value(f, g->l->maps.rodata, at);
		dt_reg entry = dt_ir_bin(f, DT_IR_ADD, table, dt_ir_bini(f, DT_IR_SHL, pos, 2));
		dt_reg less =
		    dt_ir_bini(f, DT_IR_SUB, dt_ir_load(f, 4, entry, 4 * (int64_t)step), 1);

		less = dt_ir_bini(f, DT_IR_SHR, dt_ir_bin(f, DT_IR_SUB, less, id), 63);
		pos = dt_ir_bin(f, DT_IR_ADD, pos, dt_gen_scale(g, less, step));
	}
	return dt_cache_add(&g->cache, DT_CACHE_PROBE_INDEX, 0, pos);
}

/** Returns the address of the firing probe's entry in a table of `width` bytes per probe. */
static dt_reg table_entry(struct dt_gen *g, const void *table, uint32_t width)
{
	uint32_t n = 1, at;
	char *padded;

	while (n < g->group->n_probes)
		n *= 2;
	padded = dt_arena_alloc(g->l->arena, (size_t)n * width);
	memcpy(padded, table, g->group->n_probes * (size_t)width);
	at = dt_lower_rodata(g->l, padded, n * width, true);
	return dt_ir_bin(g->f, DT_IR_ADD, dt_ir_map_value(g->f, g->l->maps.rodata, at),
			 dt_gen_scale(g, dt_gen_probe_index(g), width));
}

static uint32_t epid_of(struct dt_gen *g, size_t probe)
{
	const struct dt_lower_group *group = g->group;
	uint32_t clause = g->clause.ast->index;
	size_t n;

	return group->epid ? group->epid(group->self, clause, visible_probes(g, &n)[probe].id)
			   : g->l->desc.clauses[clause].epid_base + (uint32_t)probe;
}

dt_reg dt_gen_epid(struct dt_gen *g)
{
	uint32_t *epids, first;
	bool same_step = true;
	size_t n;

	visible_probes(g, &n);
	epids = dt_arena_array(g->l->arena, uint32_t, n);
	for (size_t i = 0; i < n; i++)
		epids[i] = epid_of(g, i);
	first = epids[0];
	if (n == 1)
		return dt_ir_const(g->f, first);
	for (size_t i = 0; i < n; i++)
		same_step = same_step && epids[i] == first + i;
	if (same_step)
		return dt_ir_bini(g->f, DT_IR_ADD, dt_gen_probe_index(g), first);
	return dt_ir_load(g->f, 4, table_entry(g, epids, sizeof(*epids)), 0);
}

static const char *part_of(const struct dt_lower_probe *p, enum dt_probe_part part)
{
	switch (part) {
	case DT_PART_PROVIDER:
		return p->prov;
	case DT_PART_MODULE:
		return p->mod;
	case DT_PART_FUNCTION:
		return p->func;
	case DT_PART_NAME:
		break;
	}
	return p->name;
}

/** Returns the text of the part if it is the same for all probes, else NULL. */
static const char *shared_part(const struct dt_lower_probe *probes, size_t n,
			       enum dt_probe_part part)
{
	const char *first = part_of(&probes[0], part);

	for (size_t i = 1; i < n; i++)
		if (strcmp(part_of(&probes[i], part), first))
			return NULL;
	return first;
}

void dt_gen_probe_name(struct dt_gen *g, enum dt_probe_part part, dt_reg dst, uint32_t cap)
{
	size_t n, width = 8;
	const struct dt_lower_probe *probes = visible_probes(g, &n);
	const char *shared = shared_part(probes, n, part);
	char *table;

	if (shared) {
		dt_gen_string_copy(g, dst, cap, dt_gen_literal(g, shared, strlen(shared)));
		return;
	}
	for (size_t i = 0; i < n; i++)
		while (width <= strlen(part_of(&probes[i], part)))
			width += 8;
	table = dt_arena_alloc(g->l->arena, n * width);
	for (size_t i = 0; i < n; i++)
		strcpy(table + i * width, part_of(&probes[i], part));
	dt_gen_string_copy(g, dst, cap, table_entry(g, table, width));
}

dt_reg dt_gen_probe_name_number(struct dt_gen *g, enum dt_probe_part part)
{
	size_t n;
	const struct dt_lower_probe *probes = visible_probes(g, &n);
	uint32_t *numbers = dt_arena_array(g->l->arena, uint32_t, n);
	bool same = true;

	for (size_t i = 0; i < n; i++) {
		numbers[i] = dt_intern_number(g->l->probe_names, part_of(&probes[i], part));
		same = same && numbers[i] == numbers[0];
	}
	if (same)
		return dt_ir_const(g->f, numbers[0]);
	return dt_ir_load(g->f, 4, table_entry(g, numbers, sizeof(*numbers)), 0);
}
